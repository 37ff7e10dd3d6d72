import type { FoundTrial } from '@lampstand/contracts/back-office';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { causeOf } from '../../lib/clock.ts';
import { StateBadge } from '../components/panel.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import './find-box.css';

const MIN_LENGTH = 3;
const DEBOUNCE_MS = 180;
/** The server returns at most this many. */
const MAX_RESULTS = 20;

/** Searches sign-ups by name, email, church, phone or id while typing. Enter opens the first result. */
export function FindBox() {
  const box = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const text = useDebounced(typed.trim(), DEBOUNCE_MS);
  const { data, error, isFetching } = useQuery<FoundTrial[]>({
    queryKey: [`/api/admin/trials?q=${encodeURIComponent(text)}`],
    enabled: text.length >= MIN_LENGTH,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  const found = text.length >= MIN_LENGTH ? data : undefined;
  const isStale = text !== typed.trim() || isFetching;

  const close = () => {
    setTyped('');
    setOpen(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first] = found ?? [];
    if (!first || isStale) return;
    close();
    void navigate(`/trials/${first.id}`);
  };
  useArrowKeys(box, open, () => setOpen(false));
  return (
    <div ref={box} className="find" role="search">
      <form onSubmit={submit} method="post">
        <label className="unseen" htmlFor="find">
          Find a sign-up
        </label>
        <input
          id="find"
          type="search"
          className="control"
          placeholder="Name, email, church, phone or id"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onFocus={() => setOpen(true)}
          onChange={({ target }) => {
            setTyped(target.value);
            setOpen(true);
          }}
        />
      </form>
      {open && typed.trim() && (
        <div className="found" aria-busy={isStale || undefined}>
          <p className="found-count" role="status">
            {error ? (causeOf(error) ?? 'The search did not answer.') : resultText(typed.trim(), found)}
          </p>
          {found && found.length > 0 && <FoundList found={found} onOpen={close} />}
        </div>
      )}
    </div>
  );
}

function FoundList({ found, onOpen }: { found: FoundTrial[]; onOpen: () => void }) {
  return (
    <ul>
      {found.map(({ id, name, churchName, state, createdAt, matched }) => (
        <li key={id}>
          <Link to={`/trials/${id}`} onClick={onOpen}>
            <bdi className="found-name">{name || 'No name'}</bdi>
            <StateBadge state={state} />
            <span className="quiet small">
              {churchName && (
                <>
                  <bdi>{churchName}</bdi> ·{' '}
                </>
              )}
              by {matched} · <TimeAgo at={createdAt} short />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function resultText(typed: string, found: FoundTrial[] | undefined): string {
  if (typed.length < MIN_LENGTH) return 'Type at least three characters.';
  if (!found) return 'Searching…';
  if (!found.length) return 'No sign-up found.';
  return found.length === 1
    ? '1 sign-up found.'
    : `${found.length}${found.length === MAX_RESULTS ? ' or more' : ''} sign-ups found.`;
}

/** Arrow keys move the focus between the box and the results; Escape and moving the focus elsewhere close the results. */
function useArrowKeys(box: RefObject<HTMLDivElement | null>, open: boolean, close: () => void) {
  const onClose = useEffectEvent(close);
  useEffect(() => {
    const element = box.current;
    if (!element || !open) return;
    const stops = () => [...element.querySelectorAll<HTMLElement>('input, .found a')];
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        onClose();
        stops()[0]?.focus();
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      stops()[stops().indexOf(document.activeElement as HTMLElement) + step]?.focus();
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!element.contains(relatedTarget as Node | null)) onClose();
    };
    element.addEventListener('keydown', onKeyDown);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      element.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('focusout', onFocusOut);
    };
  }, [box, open]);
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
