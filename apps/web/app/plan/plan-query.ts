import { type CardPageAnswer, PLAN_MESSAGES, type PlanView, type Toast } from '@lampstand/contracts';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFailure } from '../components/notice.tsx';
import { ask, isStatus, post } from '../lib/api.ts';
import { causeOf } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionStore } from '../lib/storage.ts';

const POLL_INTERVAL_MS = 1_500;
const POLL_LIMIT_MS = 30_000;

/** Since when the card paid that was there before the payment provider's card page was opened. */
const previousCard = sessionStore<string | null>('plan-card-before');

const planQuery = (token: string) =>
  queryOptions({ queryKey: ['plan', token], queryFn: () => ask<PlanView>('/api/plan', { token }) });

/** Shows a plan as it was just answered. */
export const showPlan = (token: string, plan: PlanView): void =>
  void queryClient.setQueryData(planQuery(token).queryKey, plan);

export type CardUpdate = 'waiting' | 'updated' | 'slow';

/** The plan behind a link. After a return from the card page, polls until the new card shows, for half a minute at most. */
export function usePlan(token: string, cardDone: boolean) {
  const [before] = useState(() => (cardDone ? previousCard.read() : undefined));
  const [since] = useState(Date.now);
  const updateOf = ({ card, cardSince, openInvoice }: PlanView, at: number): CardUpdate => {
    const isLate = at - since > POLL_LIMIT_MS;
    const isNew = before !== undefined && card !== null && cardSince !== before;
    if (isNew && (!openInvoice || isLate)) return 'updated';
    return isLate ? 'slow' : 'waiting';
  };
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...planQuery(token),
    refetchInterval: ({ state }) =>
      cardDone && state.data && updateOf(state.data, state.dataUpdatedAt) === 'waiting' && POLL_INTERVAL_MS,
  });
  return { plan: data, error, refetch, cardUpdate: cardDone && data ? updateOf(data, dataUpdatedAt) : undefined };
}

/** State and handler of one button: updates the cached plan, or sets the failure. */
export function usePlanAction(
  token: string,
  action: 'change' | 'cancel' | 'keep' | 'upgrade' | 'reactivate' | 'receipts' | 'receipts/remove',
  done: () => void,
) {
  const failure = useFailure();
  const { mutate, isPending } = useMutation({
    mutationFn: (more: object) => ask<PlanView>(`/api/plan/${action}`, { token, ...more }),
    onSuccess: (plan) => {
      showPlan(token, plan);
      done();
    },
    onError: (error) => reportFailure(error, token, failure),
  });
  const act = (more: object = {}) => {
    if (queryClient.isMutating()) return;
    failure.clear();
    mutate(more);
  };
  return { act, isPending, failure };
}

/** The payment provider's page where the card is entered. */
export function useCardPage({ cardSince }: PlanView, token: string) {
  const failure = useFailure();
  const { mutate, isPending } = useMutation({
    mutationFn: () => post<CardPageAnswer>('/api/plan/card', { token }),
    onSuccess: ({ url }) => {
      previousCard.write(cardSince);
      location.assign(url);
    },
    onError: (error) => reportFailure(error, token, failure),
  });
  const open = () => {
    failure.clear();
    mutate();
  };
  return { open, isPending, failure };
}

/** The server takes a preview for an hour. */
export const PREVIEW_MS = 15 * 60_000;

/** Of what another plan would cost. */
export const previewKey = (token: string) => ['plan-preview', token];

/**
 * On 403, 409 and 410 first reads the plan again and what another would cost, so that the next press sends what is shown. A 410 needs no
 * notice: the reread shows that the link expired.
 */
export async function reportFailure(
  error: unknown,
  token: string,
  failure: ReturnType<typeof useFailure>,
  toast?: Toast,
): Promise<void> {
  if (isStatus(error, 403, 409, 410))
    await Promise.all([
      queryClient.invalidateQueries(planQuery(token)),
      queryClient.invalidateQueries({ queryKey: previewKey(token) }),
    ]);
  if (!isStatus(error, 410)) failure.fail(toast ?? PLAN_MESSAGES.notDone(causeOf(error)), toast && causeOf(error));
}
