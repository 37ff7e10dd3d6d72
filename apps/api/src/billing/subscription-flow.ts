import { type SubscriptionEvent, subscriptionLife } from '@lampstand/workflows';
import type { LockedInstance, Flow } from '../workflow/index.ts';
import { Subscription } from './domain/subscription.entity.ts';

export type SubscriptionEventName = SubscriptionEvent['type'];
export type SubscriptionChange = LockedInstance<Subscription, SubscriptionEventName>;

/** The life of a subscription rides on our mirror of it. */
export const subscriptionFlow: Flow<Subscription, SubscriptionEventName> = {
  chart: subscriptionLife,
  entity: Subscription,
};
