import type { ErasureScope, SupportActionAnswer } from '@lampstand/contracts/back-office';
import { counted } from '../format.ts';

/** The server's message; after an erasure also what else was erased with the sign-up. */
export function doneMessage({ message, erased }: SupportActionAnswer): string {
  if (!erased) return message;
  const others = scopeOf({ ...erased, signups: erased.signups - 1 }, 'other sign-up');
  return others.length ? `${message} This includes ${others.join(', ')}.` : message;
}

/** "1 sign-up", "1 account": each kind of record that there is. */
export const scopeOf = (scope: ErasureScope, signup = 'sign-up'): string[] =>
  SCOPE.filter(([key]) => scope[key] > 0).map(([key, one]) => counted(scope[key], key === 'signups' ? signup : one));

const SCOPE: [keyof ErasureScope, one: string][] = [
  ['signups', 'sign-up'],
  ['accounts', 'account'],
  ['subscriptions', 'running subscription'],
  ['applications', 'application'],
  ['trialRequests', 'trial request'],
  ['newsletterSubscriptions', 'newsletter subscription'],
];
