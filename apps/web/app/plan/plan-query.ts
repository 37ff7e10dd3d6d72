import { PLAN_MESSAGES as SAY, type PlanView, type StoredCard } from '@lampstand/contracts';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isStatus, post } from '../lib/api.ts';
import { causeOf } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionStore } from '../lib/session-store.ts';
import { useFailure } from '../ui/notice.tsx';

const LOOK_EVERY_MS = 1_500;
const LOOK_FOR_MS = 30_000;

/** The card there was when the provider's page was opened. */
export const cardBefore = sessionStore<StoredCard | null>('plan-card-before');

const planQuery = (token: string) =>
  queryOptions({ queryKey: ['plan', token], queryFn: () => post<PlanView>('/api/plan', { token }) });

export type CardNews = 'waiting' | 'updated' | 'slow';

/** The plan behind a link. Back from the provider's page it is read again until the new card shows, for half a minute. */
export function usePlan(token: string, cardDone: boolean) {
  const [before] = useState(() => (cardDone ? cardBefore.read() : undefined));
  const [since] = useState(Date.now);
  const newsOf = ({ card, openInvoice }: PlanView, at: number): CardNews => {
    const isLate = at - since > LOOK_FOR_MS;
    const isNew = before !== undefined && card !== null && nameOf(card) !== nameOf(before);
    if (isNew && (!openInvoice || isLate)) return 'updated';
    return isLate ? 'slow' : 'waiting';
  };
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...planQuery(token),
    refetchInterval: ({ state }) =>
      cardDone && state.data && newsOf(state.data, state.dataUpdatedAt) === 'waiting' && LOOK_EVERY_MS,
  });
  return { plan: data, error, refetch, cardNews: cardDone && data ? newsOf(data, dataUpdatedAt) : undefined };
}

/** One of the page's buttons: does it once, shows what came of it, and says why when it was refused. */
export function usePlanAction(token: string, action: 'change' | 'cancel' | 'keep' | 'upgrade', done: () => void) {
  const failure = useFailure();
  const { mutate, isPending } = useMutation({
    mutationFn: (more: object) => post<PlanView>(`/api/plan/${action}`, { token, ...more }),
    onSuccess: (plan) => {
      queryClient.setQueryData(planQuery(token).queryKey, plan);
      done();
    },
    onError: (error) => tellWhy(error, token, failure),
  });
  const act = (more: object = {}) => {
    // The second click of two may come before `isPending` does.
    if (queryClient.isMutating()) return;
    failure.clear();
    mutate(more);
  };
  return { act, isPending, failure };
}

/** A link that has ended, or a plan, shows that by itself once it is read again. */
export function tellWhy(error: unknown, token: string, failure: ReturnType<typeof useFailure>): void {
  if (isStatus(error, 409, 410)) void queryClient.invalidateQueries(planQuery(token));
  if (!isStatus(error, 410)) failure.fail(SAY.notDone(causeOf(error)));
}

const nameOf = (card: StoredCard | null): string => (card ? `${card.brand} ${card.last4}` : 'none');
