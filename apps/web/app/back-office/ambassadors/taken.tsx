import { UNEXPECTED } from '@lampstand/contracts';
import type { AmbassadorDetail, Decision } from '@lampstand/contracts/back-office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ifMatch, post } from '../../lib/api.ts';
import { causeOf, useCountdown } from '../../lib/clock.ts';
import { TimeAgo } from '../components/time-ago.tsx';
import { useStaff } from '../layout/auth.ts';

export const DECIDED: Record<Decision, string> = { approve: 'Approved', decline: 'Declined' };

/** "Approved by Maria Lopez, 2 days ago", or how long the decision can still be undone. */
export function Taken({ application }: { application: AmbassadorDetail }) {
  const { id, taken, decidedAt } = application;
  const path = `/api/admin/ambassadors/${id}`;
  const queries = useQueryClient();
  const mayUndo = useStaff().may('decide');
  const left = useCountdown(taken?.undoUntil);
  const undo = useMutation({
    mutationFn: () => post(`${path}/undo`, {}, ifMatch(application.seen)),
    onSettled: () => queries.invalidateQueries(),
  });
  if (!taken) return <p className="decision-clock">This application is closed.</p>;
  return (
    <>
      <p className="decision-clock">
        {DECIDED[taken.decision]}
        {taken.by && <> by {taken.by}</>}
        {decidedAt && (
          <>
            , <TimeAgo at={decidedAt} />
          </>
        )}
        <span>{taken.undoUntil && (left > 0 ? `, sending in ${left} s` : ', sending now')}</span>
      </p>
      {taken.words && (
        <details>
          <summary>Words of the mail, changed by the reviewer</summary>
          <p className="mail-text">
            <bdi>{taken.words}</bdi>
          </p>
        </details>
      )}
      {left > 0 && mayUndo && (
        <button
          type="button"
          className="button second compact"
          aria-keyshortcuts="Z"
          aria-disabled={undo.isPending || undefined}
          onClick={() => !undo.isPending && undo.mutate()}
        >
          Undo<kbd aria-hidden="true">Z</kbd>
        </button>
      )}
      <p role="alert">{undo.error ? (causeOf(undo.error) ?? UNEXPECTED) : ''}</p>
    </>
  );
}
