import { useCountdown } from '../../../lib/clock.ts';
import { DECIDED } from '../taken.tsx';
import type { TakenHere } from './use-review.ts';

const SHOWN = 3;

interface Props {
  taken: readonly TakenHere[];
  onUndo: (entry: TakenHere) => void;
}

/** The last decisions of the review, each with how long it can be undone. */
export const TakenList = ({ taken, onUndo }: Props) => (
  <ul className="review-taken" aria-label="Decisions" aria-live="polite">
    {taken.slice(0, SHOWN).map((entry, place) => (
      <li key={taken.length - place}>
        <Entry entry={entry} onUndo={() => onUndo(entry)} />
      </li>
    ))}
  </ul>
);

function Entry({ entry, onUndo }: { entry: TakenHere; onUndo: () => void }) {
  const { name, decision, undoUntil, undone, problem } = entry;
  const left = useCountdown(undoUntil);
  const open = !undone && !problem && left > 0;
  const what = `${DECIDED[decision]} ${name}`;
  return (
    <>
      <span className={problem ? 'alarm-text' : ''}>
        {problem ? `${name}: ${problem}` : undone ? `Undone: ${name}` : what}
      </span>
      {open && (
        <>
          {/* Read out once a second it would drown everything else. */}
          <span aria-hidden="true">sending in {left} s</span>
          <button type="button" className="button second compact" onClick={onUndo}>
            Undo (Z)
          </button>
        </>
      )}
    </>
  );
}
