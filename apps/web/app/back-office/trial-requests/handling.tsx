import { UNEXPECTED } from '@lampstand/contracts';
import type { RequestAction, TrialRequestDetail } from '@lampstand/contracts/back-office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ifMatch, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { StatusCard } from '../components/panel.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { useStaff } from '../layout/auth.ts';
import { useCommands } from '../layout/commands.ts';
import { TakeOver } from '../queue/take-over.tsx';

const LABELS: Record<RequestAction, string> = {
  take: 'Take',
  release: 'Release',
  'mark-answered': 'Mark as answered',
  'unmark-answered': 'Mark as not answered',
  close: 'Close',
  reopen: 'Reopen',
};

/** Who has taken the request, whether it is answered, and what can be done with it. */
export function Handling({ request, path }: { request: TrialRequestDetail; path: string }) {
  const queries = useQueryClient();
  const { name } = useStaff();
  const act = useMutation({
    scope: { id: path },
    mutationFn: (action: RequestAction) => post(`${path}/${action}`, {}, ifMatch(request.seen)),
    // After a refusal, too: another member of the team was faster.
    onSettled: () => queries.invalidateQueries(),
  });
  const isPending = (action: RequestAction) => act.isPending && act.variables === action;
  const run = (action: RequestAction) => {
    if (!isPending(action)) act.mutate(action);
  };
  useCommands(
    request.actions.map((action) => ({
      label: LABELS[action].replace(/^\w+/, '$& this request'),
      run: () => run(action),
    })),
  );
  const { owner, answeredAt, answeredBy, closedAt, state } = request;
  return (
    <StatusCard tone={state === 'new' ? 'waiting' : state === 'answered' ? 'good' : 'ended'} aria-label="Handling">
      <p className="decision-clock">
        {owner === null ? 'No one has taken this request.' : `Taken by ${owner === name ? 'you' : owner}.`}
      </p>
      {answeredAt && (
        <p>
          Answered by {answeredBy}, <TimeAgo at={answeredAt} />
        </p>
      )}
      {closedAt && (
        <p>
          Closed <TimeAgo at={closedAt} />
        </p>
      )}
      <div className="row">
        {request.actions.map((action, place) => (
          <button
            key={action}
            type="button"
            className={`button compact ${place ? 'second' : 'primary'}`}
            aria-disabled={isPending(action) || undefined}
            onClick={({ detail }) => detail < 2 && run(action)}
          >
            {LABELS[action]}
          </button>
        ))}
        {owner !== null && owner !== name && (
          <TakeOver
            kind="request"
            id={request.id}
            name="this request"
            owner={owner}
            className="button compact second"
          />
        )}
      </div>
      <p role="alert">{act.error ? (causeOf(act.error) ?? UNEXPECTED) : ''}</p>
    </StatusCard>
  );
}
