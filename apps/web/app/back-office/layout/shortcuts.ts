import type { QueueAction } from '@lampstand/contracts/back-office';
import { useEffect, useSyncExternalStore } from 'react';
import { showToast } from '../../components/toast-store.ts';
import { localStore } from '../../lib/storage.ts';
import { type Command, useCommands } from './commands.ts';

interface Shortcut {
  keys: string[];
  what: string;
  matches: (event: KeyboardEvent) => boolean;
  dialog?: 'search' | 'shortcuts';
  /** Returns false when the page has nothing for the key. */
  run?: () => boolean;
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** A key without Ctrl, Alt or Command, while nothing is being typed; never if the setting switches such keys off. */
const isSingleKey = (event: KeyboardEvent): boolean =>
  singleKeysAreOn() && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event);

const plain = (key: string) => (event: KeyboardEvent) => event.key.toLowerCase() === key && isSingleKey(event);

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
  { keys: ['T'], what: 'Take or release the row', matches: plain('t'), run: () => pressInRow('take', 'release') },
  {
    keys: ['S'],
    what: 'Queue: snooze the row; review: skip',
    matches: plain('s'),
    run: () => pressInRow('snooze') || press('S'),
  },
  {
    keys: ['X'],
    what: 'Queue: select the row, to act on several',
    matches: plain('x'),
    run: () => pressInRow('select'),
  },
  { keys: ['E'], what: 'Queue: mark the row as done', matches: plain('e'), run: () => pressInRow('done') },
  { keys: ['A'], what: 'Application: approve', matches: plain('a'), run: () => press('A') },
  { keys: ['D'], what: 'Application: decline', matches: plain('d'), run: () => press('D') },
  { keys: ['Z'], what: 'Application: undo the last decision', matches: plain('z'), run: () => press('Z') },
  { keys: ['?'], what: 'Show the keyboard shortcuts', matches: plain('?'), dialog: 'shortcuts' },
];

/** A row of a list, or a cause of dead jobs. */
const ROW = '.table tbody tr, .dead-cause';

/** Moves the focus to the link of the next or the previous row of the lists. */
function focusRow(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)].filter((row) => row.querySelector('a'));
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
  row?.querySelector('a')?.focus();
  return row !== undefined;
}

/** Moves the focus from a row that is about to leave to the next one, or to the one before the last. */
export function leaveRow(): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  if (at >= 0) (rows[at + 1] ?? rows[at - 1])?.querySelector('a')?.focus();
}

/** Presses the first of these buttons of the focused row of the queue, or says that a colleague has taken it. */
function pressInRow(...actions: (QueueAction | 'select')[]): boolean {
  const row = document.activeElement?.closest(ROW);
  const button = actions
    .map((action) => row?.querySelector<HTMLElement>(`[data-queue-action=${action}]`))
    .find(Boolean);
  const owner = row?.querySelector<HTMLElement>('[data-taken-by]')?.dataset['takenBy'];
  if (button) button.click();
  else if (owner) showToast({ title: 'Not done', description: `${owner} has taken this.`, variant: 'destructive' });
  return Boolean(button ?? owner);
}

/** Presses the control of the page with this key in its `aria-keyshortcuts`. */
function press(key: string): boolean {
  const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  control?.click();
  return control !== null;
}

/** The row whose link or button had the focus last, outside of dialogs. */
let chosenRow: Element | null = null;

/** Offers the actions of the chosen row of a list in the search. */
export function useRowCommands() {
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest('dialog')) chosenRow = target.closest(ROW);
    };
    addEventListener('focusin', onFocusIn);
    return () => removeEventListener('focusin', onFocusIn);
  }, []);
  useCommands(rowCommands);
}

const rowCommands = (): Command[] =>
  [...(chosenRow?.isConnected ? chosenRow.querySelectorAll<HTMLElement>('button[data-queue-action]') : [])].map(
    (button) => ({
      label: button.textContent,
      run: () => button.click(),
    }),
  );

const stored = localStore<boolean>('single-keys');
const listeners = new Set<() => void>();

/** Whether keys without Ctrl do something, such as J for the next row. Speech input and shaking hands press them by accident. */
const singleKeysAreOn = (): boolean => stored.read() ?? true;

/** The setting, remembered in this browser. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, singleKeysAreOn), chooseSingleKeys];
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function chooseSingleKeys(on: boolean) {
  stored.write(on);
  for (const listener of listeners) listener();
}
