import type { FoundRecord } from '@lampstand/contracts/back-office';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { causeOf } from '../../lib/clock.ts';
import { late } from '../../lib/late.tsx';
import { Modal } from '../components/modal.tsx';
import { useStaff } from './auth.ts';
import { type Command, commandsNamed, isNamed } from './commands.ts';
import { FoundGroup, foundText, pathOf } from './found.tsx';
import { addressOf, useSavedViews } from '../views/saved-views.ts';
import { DESTINATIONS } from './rail.tsx';
import './search.css';

const FoundRecords = late(() => import('./found-records.tsx'));

const MIN_LENGTH = 3;
const DEBOUNCE_MS = 180;

/**
 * Searches actions and pages by their name, and records of every kind while typing. Enter opens the first record, once the
 * search has answered; where names are only similar, an action or a page comes first.
 */
export function Search({ onClose }: { onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  /** Enter was pressed before the records of the text were there. */
  const [entered, setEntered] = useState(false);
  const text = useDebounced(typed.trim(), DEBOUNCE_MS);
  const pages = usePagesNamed(typed.trim());
  const commands = commandsNamed(typed.trim());
  const { data, error, isFetching } = useQuery<FoundRecord[]>({
    queryKey: [`/api/admin/search?q=${encodeURIComponent(text)}`],
    enabled: text.length >= MIN_LENGTH,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  const found = text.length >= MIN_LENGTH ? data : undefined;
  const isStale = text !== typed.trim() || isFetching;
  const isWaiting = isStale && typed.trim().length >= MIN_LENGTH;

  const run = (command: Command) => {
    onClose();
    command.run();
  };
  const open = (path: string) => {
    onClose();
    void navigate(path);
  };
  const openFirst = () => {
    const command = commands.find(({ why }) => !why);
    const [page] = pages;
    const [record] = found ?? [];
    if (record && !(record.matched.startsWith('similar') && (command || page))) open(pathOf(record));
    else if (command) run(command);
    else if (page) open(page.to);
  };
  const openEntered = useEffectEvent(openFirst);
  useEffect(() => {
    if (entered && !isWaiting) openEntered();
    if (!isWaiting) setEntered(false);
  }, [entered, isWaiting]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWaiting) setEntered(true);
    else openFirst();
  };
  useArrowKeys(box);
  return (
    <Modal title="Search" headless className="search-dialog" lightDismiss onClose={onClose}>
      <div ref={box} role="search">
        <form onSubmit={submit} method="post">
          <label className="unseen" htmlFor="find">
            Search people and pages
          </label>
          <input
            id="find"
            type="text"
            role="searchbox"
            inputMode="search"
            className="control"
            placeholder="Name, email, phone, church, city, card, invoice, page or action"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => {
              setEntered(false);
              setTyped(target.value);
            }}
          />
        </form>
        <div className="found" aria-busy={isStale || undefined}>
          {commands.length > 0 && (
            <FoundGroup title="Actions">
              {commands.map((command) => (
                <li key={command.label}>
                  {command.why ? (
                    <p className="found-count">
                      {command.label}: not possible. {command.why}
                    </p>
                  ) : (
                    <button type="button" onClick={() => run(command)}>
                      {command.label}
                    </button>
                  )}
                </li>
              ))}
            </FoundGroup>
          )}
          {pages.length > 0 && (
            <FoundGroup title="Pages">
              {pages.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} onClick={onClose}>
                    {label}
                  </Link>
                </li>
              ))}
            </FoundGroup>
          )}
          {typed.trim() && (
            <p className="found-count" role="status">
              {error
                ? (causeOf(error) ?? 'The search did not answer.')
                : resultText(typed.trim(), isWaiting ? undefined : found, commands.length + pages.length > 0)}
            </p>
          )}
          {found && <FoundRecords found={found} onOpen={onClose} />}
        </div>
      </div>
    </Modal>
  );
}

/** The pages and saved views whose name has a word that begins with the text; all pages without a text. */
function usePagesNamed(text: string) {
  const staff = useStaff();
  const views = useSavedViews().map((view) => ({ to: addressOf(view), label: view.name }));
  const pages = DESTINATIONS.filter(({ needs, label }) => staff.may(needs) && isNamed(label, text));
  return text ? [...pages, ...views.filter(({ label }) => isNamed(label, text))] : pages;
}

function resultText(typed: string, found: FoundRecord[] | undefined, foundOthers: boolean): string {
  if (typed.length < MIN_LENGTH) return 'Type at least three characters to find people.';
  if (!found) return 'Searching…';
  return foundOthers && !found.length ? 'No people found.' : foundText(found);
}

/** Arrow keys move the focus between the box and the results. */
function useArrowKeys(box: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const element = box.current!;
    const onKeyDown = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const stops = [...element.querySelectorAll<HTMLElement>('input, .found :is(a, button)')];
      stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
    };
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [box]);
}

/** The value once it has not changed for `delayMs`. */
function useDebounced(value: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
