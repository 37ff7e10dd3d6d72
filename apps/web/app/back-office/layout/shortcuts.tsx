import type { QueueAction } from '@lampstand/contracts/back-office';
import { Modal } from '../components/modal.tsx';

interface Shortcut {
  keys: string[];
  what: string;
  matches: (event: KeyboardEvent) => boolean;
  dialog?: 'search' | 'shortcuts';
  /** Returns false when the page has nothing for the key. */
  run?: () => boolean;
}

export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** A key alone, while nothing is being typed. */
const plain = (key: string) => (event: KeyboardEvent) =>
  event.key.toLowerCase() === key && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event);

export const SHORTCUTS: Shortcut[] = [
  {
    keys: ['Ctrl', 'K'],
    what: 'Search people and pages',
    matches: ({ key, ctrlKey, metaKey }) => key.toLowerCase() === 'k' && (ctrlKey || metaKey),
    dialog: 'search',
  },
  { keys: ['/'], what: 'Search people and pages', matches: plain('/'), dialog: 'search' },
  { keys: ['J'], what: 'Next row', matches: plain('j'), run: () => focusRow(1) },
  { keys: ['K'], what: 'Previous row', matches: plain('k'), run: () => focusRow(-1) },
  { keys: ['Enter'], what: 'Open the row', matches: () => false },
  { keys: ['Space'], what: 'Show the person of the row beside the list', matches: () => false },
  {
    keys: ['T'],
    what: 'Queue: take or release the row',
    matches: plain('t'),
    run: () => pressInRow('take', 'release'),
  },
  { keys: ['S'], what: 'Queue: snooze the row', matches: plain('s'), run: () => pressInRow('snooze') },
  { keys: ['E'], what: 'Queue: mark the row as done', matches: plain('e'), run: () => pressInRow('done') },
  { keys: ['?'], what: 'Show the keyboard shortcuts', matches: plain('?'), dialog: 'shortcuts' },
];

/** Moves the focus to the link of the next or the previous row of the lists. */
function focusRow(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('.table tbody tr')].filter((row) => row.querySelector('a'));
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
  row?.querySelector('a')?.focus();
  return row !== undefined;
}

/** Presses the first of these buttons of the focused row of the queue. */
function pressInRow(...actions: QueueAction[]): boolean {
  const row = document.activeElement?.closest('tr');
  const button = actions
    .map((action) => row?.querySelector<HTMLElement>(`[data-queue-action=${action}]`))
    .find(Boolean);
  button?.click();
  return Boolean(button);
}

/** Lists the shortcuts. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
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
    <button type="button" className="button second compact" onClick={onClose}>
      Close
    </button>
  </Modal>
);
