import type { PublicConfig } from '@lampstand/contracts';
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';

/** Stripe's own client. With the sandbox its script is put in place first, and the official loader finds it there. */
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
