import { Modal } from '../components/modal.tsx';
import { SHORTCUTS, useSingleKeys } from './shortcuts.ts';

/** Lists the shortcuts, and switches those without Ctrl off. */
function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [singleKeys, setSingleKeys] = useSingleKeys();
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
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
      <div className="row">
        <label className="tick">
          <input type="checkbox" checked={singleKeys} onChange={({ target }) => setSingleKeys(target.checked)} />
          Keys without Ctrl
        </label>
        <button type="button" className="button second compact" onClick={onClose}>
          Close
        </button>
      </div>
    </Modal>
  );
}

export default ShortcutsDialog;
