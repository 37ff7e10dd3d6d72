import type { PublicConfig } from '@lampstand/contracts';
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { prepareCard } from '../calls.ts';

/** The setup intent for the card form, or the card that is already stored. */
export const cardQuery = (trialId: number) =>
  queryOptions({ queryKey: ['trial-setup-intent', trialId], queryFn: () => prepareCard(trialId) });

export const forgetCard = (trialId: number) => queryClient.removeQueries(cardQuery(trialId));

/** Stripe's client. With the sandbox, its script is loaded first, so that the official loader finds `window.Stripe`. */
export const stripeQuery = (config: PublicConfig | undefined) =>
  queryOptions({
    queryKey: ['stripe', config?.stripePublishableKey],
    queryFn: () => getStripe(config as PublicConfig),
    enabled: config !== undefined,
    structuralSharing: false,
  });

async function getStripe({ stripePublishableKey, stripeJsUrl }: PublicConfig) {
  if (stripeJsUrl && !('Stripe' in window)) await addScript(stripeJsUrl);
  const stripe = await loadStripe(stripePublishableKey);
  if (!stripe) throw new Error('Stripe needs a browser');
  return stripe;
}

const addScript = (src: string) =>
  new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true });
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`Could not load ${src}`));
    };
    document.head.append(script);
  });
