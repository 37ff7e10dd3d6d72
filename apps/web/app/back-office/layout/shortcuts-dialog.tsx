import { Modal } from '../components/modal.tsx';
import { SHORTCUTS } from './shortcuts.ts';
import { singleKeysAreOn } from './single-keys.ts';

/** Lists the shortcuts. */
const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Modal title="Keyboard shortcuts" onClose={onClose}>
    {!singleKeysAreOn() && (
      <p>Keys without Ctrl are switched off. Switch them on below your email, or by name in the search.</p>
    )}
    <dl className="shortcuts">
      {SHORTCUTS.map(({ keys, what }) => (
        <div key={keys.join()}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
    <button type="button" className="button second compact" onClick={onClose}>
      Close
    </button>
  </Modal>
);

export default ShortcutsDialog;
