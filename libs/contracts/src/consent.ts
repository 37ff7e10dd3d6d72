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
  const { name, range } = planOf(plan);
  const label = name.includes(range) ? `plan for ${name}` : `${name} plan (${range} active users)`;
  return (
    `By starting your trial you choose the ${label} and allow ${product} to charge this card ${dollars(amountInCents)} on ` +
    `${longDate(firstChargeOn)} and every month after that, until you cancel. Cancel anytime with the link in our emails or by ` +
    `writing to ${supportEmail}. The Terms of Service apply.`
  );
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

/**
 * POST /api/trial-consent, sent when the visitor presses the button. `formId` identifies the card form, so that the server
 * can tell two tabs apart. `amountInCents` and `firstChargeOn` are the values that the page displays.
 */
export const trialConsentBody = z.object({
  trialId,
  selectedPlan,
  amountInCents: z.int(SAY.invalid).check(z.positive(SAY.invalid)),
  firstChargeOn: z.string(SAY.invalid).check(z.refine(isCivilDate, SAY.invalid)),
  consentVersion: z.string(SAY.invalid).check(z.regex(/^[\w.-]{1,40}$/, SAY.invalid)),
  formId: z.string(SAY.invalid).check(z.regex(/^[\w-]{8,64}$/, SAY.invalid)),
  setupIntentId: stripeId('seti'),
});
export type TrialConsentBody = z.infer<typeof trialConsentBody>;
