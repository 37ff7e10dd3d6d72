/** Control of webhook delivery: delayed, duplicated, reordered, dropped. */
import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Controls } from './control-routes.ts';
import type { Resource, Store } from './store.ts';
import type { WebhookMode } from './stripe/webhook-delivery.ts';

const REORDERED_EVENTS = 20;

export function webhookRoutes(app: FastifyInstance, { store, delivery }: Controls): void {
  const whenDelivered = async (delivered: number) => {
    store.commit();
    await delivery.whenIdle();
    return { delivered, mode: delivery.mode };
  };
  app.get('/_sandbox/webhooks', () => ({
    mode: delivery.mode,
    deliveries: [...store.newestFirst('webhookDeliveries')].slice(0, 200),
  }));
  app.put('/_sandbox/webhooks', ({ body }, reply) => {
    const mode = (body as { mode?: unknown } | null)?.mode;
    if (mode !== 'normal' && mode !== 'hold' && mode !== 'drop')
      return reply.code(400).send({ error: 'mode must be normal, hold or drop' });
    delivery.mode = mode satisfies WebhookMode;
    return { mode };
  });
  app.post('/_sandbox/webhooks/deliver', () => whenDelivered(delivery.releaseHeld()));
  app.post('/_sandbox/webhooks/duplicate', () => {
    const [last] = store.newestFirst('webhookDeliveries');
    return whenDelivered(
      last ? delivery.resend(last['event'] as string) + delivery.resend(last['event'] as string) : 0,
    );
  });
  app.post('/_sandbox/webhooks/shuffle', () => {
    const held = delivery.releaseHeld(shuffled);
    if (held > 0) return whenDelivered(held);
    return whenDelivered(shuffled(recentEvents(store)).reduce((sum, event) => sum + delivery.resend(event), 0));
  });
  app.post('/_sandbox/webhooks/reverse', async () => {
    let delivered = 0;
    while (delivery.releaseHeld((held) => held.slice(-1)) > 0) delivered += (await whenDelivered(1)).delivered;
    if (delivered === 0)
      for (const event of recentEvents(store)) delivered += (await whenDelivered(delivery.resend(event))).delivered;
    return { delivered, mode: delivery.mode };
  });
  app.post<{ Params: { eventId: string } }>('/_sandbox/webhooks/:eventId/resend', async ({ params }, reply) => {
    const sent = delivery.resend(params.eventId);
    if (sent === 0) return reply.code(404).send({ error: `No such event: ${params.eventId}` });
    return whenDelivered(sent);
  });
}

/** Newest first. */
const recentEvents = (store: Store): string[] => [
  ...new Set(
    [...store.newestFirst('webhookDeliveries')].slice(0, REORDERED_EVENTS).map(({ event }) => event as string),
  ),
];

function shuffled<Item extends Resource | string>(items: Item[]): Item[] {
  const copy = [...items];
  for (let index = copy.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1);
    [copy[index], copy[other]] = [copy[other]!, copy[index]!];
  }
  return copy;
}
