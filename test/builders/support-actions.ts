import type { SUPPORT_ACTIONS, SupportActionName } from '@lampstand/contracts/back-office';
import { anEmail, aPhone } from './forms.ts';

type Body<Name extends SupportActionName> = (typeof SUPPORT_ACTIONS)[Name]['_zod']['input'];

/** Of the actions whose body has fields. */
const BODIES: {
  [
    Name in SupportActionName as keyof (typeof SUPPORT_ACTIONS)[Name]['shape'] extends never ? never : Name
  ]: () => Body<Name>;
} = {
  'correct-phone': () => ({ phone: aPhone() }),
  'correct-email': () => ({ email: anEmail('corrected') }),
  'cancel-signup': () => ({ confirm: 'CANCEL' }),
  supersede: () => ({ by: 1 }),
  erase: () => ({ confirm: 'ERASE' }),
  'move-trial-end': () => ({ until: '2030-01-31' }),
  refund: () => ({ payment: 'in_none', amount: '5.00', reason: 'duplicate', note: '' }),
  'email-receipt': () => ({ payment: 'in_none', email: anEmail('treasurer') }),
  'change-plan': () => ({ plan: 'tier_20_49' }),
};

/** A valid body of a support action. No sign-up has the id in that of `supersede`. */
export const aBodyOf = (name: SupportActionName): object =>
  name in BODIES ? BODIES[name as keyof typeof BODIES]() : {};
