import { planOf, type TierId } from './plans.ts';

/** The subjects of the mails that a support action causes: the mails have them, and its dialog shows them before. */
export const MAIL_SUBJECTS = {
  resume: (product: string) => `Finish your ${product} sign-up`,
  'payment-link': 'Add your card to start your trial',
  welcome: (product: string) => `Welcome to ${product}: your 30-day trial is active`,
  'email-confirmation': 'Please confirm your new email address',
  'email-notice': 'A new email address for your account',
  'phone-confirmation': 'Please confirm your new phone number',
  'plan-link': 'Your link to your plan',
  /** `ends` is a long date. */
  'plan-cancelled': (ends: string) => `Your plan is canceled and ends on ${ends}`,
  'plan-kept': 'Your plan continues',
  'plan-changed': (plan: TierId) => `Your plan is now ${planOf(plan).name}`,
  /** `ends` is a long date. */
  'trial-moved': (ends: string) => `Your free trial now ends on ${ends}`,
  /** `amount` is in dollars. */
  refund: (amount: string, number: string | null) => `Your refund of ${amount} for invoice ${number ?? ''}`.trim(),
  receipt: (number: string | null) => `Receipt for invoice ${number ?? ''}`.trim(),
} as const;
