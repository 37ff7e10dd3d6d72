/** What Stripe.js sends with a publishable key is not part of the server library's types; this is the list we take. */
import { invalid } from './errors.ts';
import type { Params } from './form.ts';

const ALLOWED = [
  'client_secret',
  'payment_method',
  'payment_method_data',
  'use_stripe_sdk',
  'return_url',
  'expand',
  'key',
];

export function checkPublishable(params: Params): void {
  const stray = Object.keys(params).find((name) => !ALLOWED.includes(name));
  if (stray) throw invalid(`Received unknown parameter: ${stray}`, stray, 'parameter_unknown');
}
