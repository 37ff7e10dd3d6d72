import type { SavedView } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Modal } from '../components/modal.tsx';
import { useStaff } from '../layout/auth.ts';
import { addressOf } from './saved-views.ts';
import './views.css';

interface Props {
  views: SavedView[];
  shown: SavedView | undefined;
  onEdit: (view: SavedView) => void;
  onSave: () => void;
  onClose: () => void;
}

/** Opens, changes and saves views. */
export default function ViewList({ views, shown, onEdit, onSave, onClose }: Props) {
  const staff = useStaff();
  return (
    <Modal title="Views of this list" lightDismiss onClose={onClose}>
      <div className="stack">
        {views.length === 0 && <p>There are none yet. Set a filter, then save it here under a name.</p>}
        <ul className="view-list">
          {views.map((view) => (
            <li key={view.id}>
              <Link to={addressOf(view)} aria-current={view === shown ? 'true' : undefined} onClick={onClose}>
                <bdi>{view.name}</bdi>
              </Link>
              {(view.mine || (view.shared && staff.may('staff'))) && (
                <button
                  type="button"
                  className="link-button"
                  aria-label={`${view.mine ? 'Change' : 'Delete'} ${view.name}`}
                  onClick={() => onEdit(view)}
                >
                  {view.mine ? 'Change' : 'Delete'}
                </button>
              )}
              {view.shared && (
                <p className="small quiet">{view.mine ? 'Shared with the team' : `Shared by ${view.by}`}</p>
              )}
            </li>
          ))}
        </ul>
        <div className="row">
          {!shown && (
            <button type="button" className="button primary" onClick={onSave}>
              Save what is shown
            </button>
          )}
          <button type="button" className="button second" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </Modal>
  );
}
