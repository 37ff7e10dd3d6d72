import type { PrivacyKind } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Panel } from '../components/panel.tsx';
import { useStaff } from '../layout/auth.ts';
import { privacyPage } from './privacy-links.ts';

interface Props {
  kind: PrivacyKind;
  id: number;
  /** Of a sign-up: opens the support action that erases; undefined while it is not possible. Others are erased on the privacy page. */
  onErase?: (() => void) | undefined;
}

/** Handing over and erasing what is stored about the person of a record. */
export function PrivacyPanel({ kind, id, onErase }: Props) {
  if (!useStaff().may('privacy')) return null;
  return (
    <div className="unprinted">
      <Panel title="Privacy">
        <p className="row">
          <Link className="button second compact" to={privacyPage(kind, id)}>
            {kind === 'signup' ? 'Hand over what we hold' : 'Hand over or erase what we hold'}
          </Link>
          {onErase && (
            <button type="button" className="button second compact alarm-text" onClick={onErase}>
              Erase this person
            </button>
          )}
        </p>
      </Panel>
    </div>
  );
}
