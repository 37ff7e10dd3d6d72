import type { READER_STATUS_NAMES } from './states.ts';
import type { RequestState } from './trial-requests.ts';

/** GET /api/admin/search?q= : records of every kind that a caller may name, best first, the records of a kind together. */

/** The most records that a search returns. */
export const MAX_FOUND = 20;

/** How the records of a kind are called, in the order in which equally good ones are shown. */
export const FOUND_KINDS = {
  signup: { one: 'sign-up', title: 'Sign-ups' },
  application: { one: 'application', title: 'Ambassador applications' },
  request: { one: 'trial request', title: 'Trial requests' },
  reader: { one: 'subscriber', title: 'Newsletter subscribers' },
  invoice: { one: 'invoice', title: 'Invoices' },
} as const;
export type FoundKind = keyof typeof FOUND_KINDS;

interface Found {
  /** The name of the person; of a reader the email, masked as in the list; of an invoice its number. */
  title: string;
  detail: string;
  /** What matched: 'phone', 'email', 'card 4242', 'city', 'similar name', ... */
  matched: string;
  /** When the record was created. */
  at: string;
}

export type FoundRecord =
  /** Of a member, `state` is that of the subscription. */
  | (Found & { kind: 'signup' | 'application'; id: number; state: string })
  | (Found & { kind: 'request'; id: number; state: RequestState })
  | (Found & { kind: 'reader'; id: number; state: keyof typeof READER_STATUS_NAMES })
  /** `id` is the provider's; the page of the sign-up `signupId` shows the invoice. */
  | (Found & { kind: 'invoice'; id: string; signupId: number; state: string });
