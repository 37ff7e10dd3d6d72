/** Bodies of the public calls and forms: valid ones, and hostile ones of the largest legal size. */
import { aConsent } from './cards.ts';
import { anApplication, aPastor } from './forms.ts';

const { firstName, lastName, churchName, churchCity, churchState, ministryName } = aPastor();
const DETAILS = { firstName, lastName, churchName, churchCity, churchState, ministryName };

/** A valid body for every public call that takes JSON; no sign-up has these ids, so only the input is judged. */
export const VALID_BODIES: Record<string, Record<string, unknown>> = {
  'check-user-exists': { phone: '5125550142' },
  'trial-signup': { ...aPastor() },
  'verify-phone': { trialId: 7, phone: '5125550142' },
  'resend-verification': { trialId: 7 },
  'verify-code': { trialId: 7, code: '123456' },
  'update-details': { trialId: 7, ...DETAILS },
  'update-email': { trialId: 7, email: 'mary@church.example' },
  'send-resume-link': { trialId: 7 },
  'update-selected-plan': { trialId: 7, selectedPlan: 'tier_1_19' },
  'trial-setup-intent': { trialId: 7 },
  'trial-consent': { trialId: 7, ...aConsent() },
  'trial-checkout-session': { trialId: 7 },
  'update-payment-verified': { trialId: 7, setupIntentId: 'seti_1' },
  'create-account': { trialId: 7, selectedPlan: 'tier_1_19' },
  'trial-checkout-complete': { sessionId: 'cs_test_1' },
  'send-browser-code': { trialId: 7 },
  'prove-browser': { trialId: 7, code: '123456' },
  'ambassador-application': { ...anApplication() },
  'trial-request': { ...anApplication() },
  'newsletter-subscriptions': { email: 'mary@church.example' },
  plan: { token: 'a.token' },
  'plan/preview': { token: 'a.token', selectedPlan: 'tier_1_19' },
  'plan/change': { token: 'a.token', selectedPlan: 'tier_1_19' },
  'plan/cancel': { token: 'a.token' },
  'plan/keep': { token: 'a.token' },
  'plan/upgrade': { token: 'a.token' },
  'plan/card': { token: 'a.token' },
  'plan/receipts': { token: 'a.token', email: 'treasurer@church.example' },
  'plan/receipts/remove': { token: 'a.token' },
  'plan/reactivate/code': { token: 'a.token' },
  'plan/reactivate/verify': { token: 'a.token', code: '123456' },
  'plan/reactivate/preview': { token: 'a.token', selectedPlan: 'tier_1_19' },
  'plan/reactivate': {
    token: 'a.token',
    selectedPlan: 'tier_1_19',
    amountInCents: 1999,
    monthlyInCents: 1999,
    cardSince: '2026-11-23T10:00:00.000Z',
    consentVersion: '2026-11-23',
  },
  'plan/link': { email: 'mary@church.example' },
};

const repeated = (part: string, size: number) => part.repeat(Math.floor(size / part.length));
const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`);

/** Forms of this size: thousands of fields, which are refused, and what is taken. */
export const hostileForms = (size: number): Record<string, string> => ({
  'thousands of fields': fields(4000)
    .map((name) => `${name}=`)
    .join('&'),
  'a hundred fields': fields(100)
    .map((name) => `${name}=${'x'.repeat(size / 100 - 6)}`)
    .join('&'),
  'the same field a hundred times': repeated(`name=${'x'.repeat(size / 100 - 6)}&`, size).slice(0, -1),
  'nested names': `a${repeated('[a]', size - 4)}=1`,
  'a long value': `name=${'x'.repeat(size - 5)}`,
  'percent signs': `name=${repeated('%25', size - 5)}`,
});

/** JSON of this size with this many values at most: too many values or levels, which are refused unread, and what is read. */
export const hostileJson = (size: number, mostValues = 1000): Record<string, string> => ({
  null: 'null',
  'a list': '["name"]',
  'an object for a text': '{"name":{"toString":"x"},"email":["a"],"birthdateMonth":1}',
  'too many keys': `{${fields(3000)
    .map((name) => `"${name}":0`)
    .join()}}`,
  'too many values': `[${repeated('0,', size - 4)}0]`,
  'too many levels': repeated('[', size / 2) + repeated(']', size / 2),
  'all the keys it may have': `{${fields(mostValues - 10)
    .map((name) => `"${name}":"${'x'.repeat(size / mostValues - 13)}"`)
    .join()}}`,
  'all the levels it may have': `{"a":${'['.repeat(15)}"${'x'.repeat(size - 50)}"${']'.repeat(15)}}`,
  'a long text': JSON.stringify({ name: 'x'.repeat(size - 20) }),
  'escaped signs': `{"name":"${repeated('\\u0041', size - 20)}"}`,
});
