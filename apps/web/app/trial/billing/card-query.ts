import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { prepareCard } from '../calls.ts';

/** Either what the card form needs, or the card that is stored already. */
export const cardQuery = (trialId: number) =>
  queryOptions({ queryKey: ['trial-setup-intent', trialId], queryFn: () => prepareCard(trialId) });

export const forgetCard = (trialId: number) => queryClient.removeQueries(cardQuery(trialId));
