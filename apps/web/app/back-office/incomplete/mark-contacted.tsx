import { fullName } from '@lampstand/contracts';
import type { IncompleteTrialRow } from '@lampstand/contracts/back-office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useZone } from '../format.ts';
import { runSupportAction } from '../inspector/trial-api.ts';

export const INCOMPLETE_TRIALS = '/api/incomplete-trials/json';

/** The day on which staff contacted the person, or the button that records it. All other actions are on the person's page. */
export function MarkContacted({ row }: { row: IncompleteTrialRow }) {
  const { dateText } = useZone();
  const queries = useQueryClient();
  const mark = useMutation({
    mutationFn: () => runSupportAction(row.id, 'mark-contacted', {}, undefined),
    onSuccess: () => queries.invalidateQueries({ queryKey: [INCOMPLETE_TRIALS] }),
  });
  if (row.contactedAt) return <span className="small quiet">Contacted {dateText(row.contactedAt)}</span>;
  return (
    <>
      <button
        type="button"
        className="link-button small"
        aria-disabled={mark.isPending || undefined}
        onClick={() => !mark.isPending && mark.mutate()}
      >
        Mark contacted <span className="unseen">{fullName(row)}</span>
      </button>
      {mark.isError && (
        <span role="alert" className="small failed">
          Not saved. Please try again.
        </span>
      )}
    </>
  );
}
