import * as z from 'zod/mini';
import type { StoredCard } from './answers.ts';
import { selectedPlan, stripeId, trialId } from './calls.ts';
import { isCivilDate, longDate } from './civil-date.ts';
import { FIELD_MESSAGES as SAY } from './messages.ts';
import { dollars, planOf, type TierId } from './plans.ts';

/** Version of `consentText`; a changed text gets a new version. */
export const CONSENT_VERSION = '2026-11-23';

export interface ConsentTerms {
  plan: TierId;
  amountInCents: number;
  /** Civil day in ORG_TIME_ZONE, YYYY-MM-DD. */
  firstChargeOn: string;
  product: string;
  supportEmail: string;
}

/** The text that the visitor agrees to: the browser displays it, and the server stores the same text. */
export function consentText({ plan, amountInCents, firstChargeOn, product, supportEmail }: ConsentTerms): string {
  return (
    `By starting your trial you choose the ${planLabel(plan)} and allow ${product} to charge this card ${dollars(amountInCents)} on ` +
    `${longDate(firstChargeOn)} and every month after that, until you cancel. Cancel anytime with the link in our emails or by ` +
    `writing to ${supportEmail}. The Terms of Service apply.`
  );
}

export interface ReactivationTerms extends Pick<ConsentTerms, 'plan' | 'product' | 'supportEmail'> {
  /** What is charged today, and each month after that. */
  amountInCents: number;
  monthlyInCents: number;
  /** Civil day in ORG_TIME_ZONE, YYYY-MM-DD. */
  today: string;
}

/** The text that a member agrees to who starts again after the end. */
export function reactivationText(terms: ReactivationTerms): string {
  const { plan, amountInCents, monthlyInCents, today, product, supportEmail } = terms;
  return (
    `By starting again you choose the ${planLabel(plan)} and allow ${product} to charge this card ${dollars(amountInCents)} today, ` +
    `${longDate(today)}, and ${dollars(monthlyInCents)} every month after that, until you cancel. Cancel anytime with the link in ` +
    `our emails or by writing to ${supportEmail}. The Terms of Service apply.`
  );
}

/** "Growth plan (20-49 active users)" */
export function planLabel(plan: TierId): string {
  const { name, range } = planOf(plan);
  return name.includes(range) ? `plan for ${name}` : `${name} plan (${range} active users)`;
}

/** What was agreed, as the success screen, the welcome mail, /plan and support show it. */
export interface ConsentReceipt {
  plan: TierId;
  amountInCents: number;
  /** Civil day in ORG_TIME_ZONE, YYYY-MM-DD. */
  firstChargeOn: string;
  /** The card stored under this consent; null once the person is erased. */
  card: StoredCard | null;
  version: string;
  text: string;
  /** When the button was pressed, ISO 8601. */
  agreedAt: string;
}

export const consentVersion = z.string(SAY.invalid).check(z.regex(/^[\w.-]{1,40}$/, SAY.invalid));

/**
 * POST /api/trial-consent, sent when the visitor presses the button. `formId` identifies the card form, so that the server
 * can tell two tabs apart. `amountInCents` and `firstChargeOn` are the values that the page displays.
 */
export const trialConsentBody = z.object({
  trialId,
  selectedPlan,
  amountInCents: z.int(SAY.invalid).check(z.positive(SAY.invalid)),
  firstChargeOn: z.string(SAY.invalid).check(z.refine(isCivilDate, SAY.invalid)),
  consentVersion,
  formId: z.string(SAY.invalid).check(z.regex(/^[\w-]{8,64}$/, SAY.invalid)),
  setupIntentId: stripeId('seti'),
});
export type TrialConsentBody = z.infer<typeof trialConsentBody>;
