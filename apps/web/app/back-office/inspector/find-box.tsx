import type { FoundTrial } from '@lampstand/contracts/back-office';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { causeOf } from '../../lib/clock.ts';
import { StateChip } from '../parts/state-chip.tsx';
import { Moment } from '../parts/moments.tsx';
import { foundQuery } from './calls.ts';
import '../../styles/find-box.css';

const SHORTEST = 3;
const PAUSE_MS = 180;

/** Finds a sign-up by anything, as it is typed, from every page of the back office. */
export function FindBox() {
  const frame = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const asked = useSettled(typed.trim(), PAUSE_MS);
  const { data, error, isFetching } = useQuery({
    ...foundQuery(asked),
    enabled: asked.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  const found = asked.length >= SHORTEST ? data : undefined;
  const isBehind = asked !== typed.trim() || isFetching;

  const close = () => {
    setTyped('');
    setOpen(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first] = found ?? [];
    if (!first || isBehind) return;
    close();
    void navigate(`/trials/${first.id}`);
  };
  useWalk(frame, open, () => setOpen(false));
  return (
    <div ref={frame} className="find" role="search">
      <form onSubmit={submit} method="post">
        <label className="unseen" htmlFor="find">
          Find a sign-up
        </label>
        <input
          id="find"
          type="search"
          className="control"
          placeholder="Name, e-mail, church, phone or id"
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
        <div className="found" aria-busy={isBehind || undefined}>
          <p className="found-count" role="status">
            {error ? (causeOf(error) ?? 'The search did not answer.') : countOf(typed.trim(), found)}
          </p>
          {found && found.length > 0 && <FoundList found={found} onPicked={close} />}
        </div>
      )}
    </div>
  );
}

function FoundList({ found, onPicked }: { found: FoundTrial[]; onPicked: () => void }) {
  return (
    <ul>
      {found.map(({ id, name, churchName, state, createdAt, matched }) => (
        <li key={id}>
          <Link to={`/trials/${id}`} onClick={onPicked}>
            <bdi className="found-name">{name || 'No name'}</bdi>
            <StateChip state={state} />
            <span className="quiet small">
              {churchName && (
                <>
                  <bdi>{churchName}</bdi> ·{' '}
                </>
              )}
              by {matched} · <Moment at={createdAt} short />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function countOf(typed: string, found: FoundTrial[] | undefined): string {
  if (typed.length < SHORTEST) return 'Type at least three characters.';
  if (!found) return 'Searching…';
  if (!found.length) return 'No sign-up found.';
  return found.length === 1
    ? '1 sign-up found.'
    : `${found.length}${found.length === 20 ? ' or more' : ''} sign-ups found.`;
}

/** Arrows walk from the box through what was found and back; Escape and leaving close it. */
function useWalk(frame: RefObject<HTMLDivElement | null>, open: boolean, close: () => void) {
  useEffect(() => {
    const within = frame.current;
    if (!within || !open) return;
    const stops = () => [...within.querySelectorAll<HTMLElement>('input, .found a')];
    const walk = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        close();
        stops()[0]?.focus();
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      stops()[stops().indexOf(document.activeElement as HTMLElement) + step]?.focus();
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!within.contains(relatedTarget as Node | null)) close();
    };
    within.addEventListener('keydown', walk);
    within.addEventListener('focusout', leave);
    return () => {
      within.removeEventListener('keydown', walk);
      within.removeEventListener('focusout', leave);
    };
  }, [open]);
}

/** The value once it has not changed for a moment. */
function useSettled(value: string, afterMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
