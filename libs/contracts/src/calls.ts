import * as z from 'zod/mini';
import { FIELD_MESSAGES as SAY } from './messages.ts';
import { TIER_IDS, type TierId } from './plans.ts';
import { isMaskedPhone } from './phone.ts';
import { email, phone, withoutMark } from './text.ts';

/** Request bodies of the sign-up's calls. Unknown fields are dropped. */

const MAX_ID = Number.MAX_SAFE_INTEGER;

const digits = z.pipe(
  z.pipe(z.string(), z.transform(withoutMark)),
  z.string().check(z.regex(/^\d{1,16}$/, SAY.invalid)),
);

/** A trial id: a JSON number or its digits, parsed to a number. */
export const trialId = z.pipe(
  z.union([z.number(), digits], SAY.invalid),
  z.pipe(
    z.transform((value: string | number) => Number(value)),
    z.number().check(z.refine((value) => Number.isSafeInteger(value) && value > 0 && value <= MAX_ID, SAY.invalid)),
  ),
);

export const selectedPlan = z.enum(TIER_IDS, SAY.plan);

/** The plan that an address names (`/trial?plan=tier_20_49`); undefined for none and for an unknown one. */
export const chosenPlan = (value: unknown): TierId | undefined => selectedPlan.safeParse(value).data;

export const stripeId = (prefix: string) =>
  z.string(SAY.invalid).check(z.regex(new RegExp(`^${prefix}_[A-Za-z0-9_]{1,250}$`), SAY.invalid));

/** How the code gets to the phone: a text, or a call that reads it out. */
export const CODE_CHANNELS = ['sms', 'call'] as const;
export type CodeChannel = (typeof CODE_CHANNELS)[number];

/** Six digits in any pasted form: "123 456" and "123-456" are the same code. */
export const code = z.pipe(
  z.pipe(
    z.string(SAY.code),
    z.transform((value) => value.replace(/[\s-]/g, '')),
  ),
  z.string().check(z.regex(/^\d{6}$/, SAY.code)),
);

export const checkUserExistsBody = z.object({ phone });
export const trialIdBody = z.object({ trialId });
/** A solved challenge, as Altcha's payload in base64. */
const work = z.optional(z.string(SAY.invalid).check(z.maxLength(2000, SAY.invalid)));

export const resendVerificationBody = z.object({
  trialId,
  channel: z.optional(z.enum(CODE_CHANNELS, SAY.invalid)),
  work,
});
/** A browser that is not known reads the phone masked and sends it back so; it stands for the stored number. */
const shownPhone = z.pipe(
  z.string(SAY.phone),
  z.transform((typed, ctx) => {
    if (isMaskedPhone(typed)) return typed;
    const { data = '', error } = phone.safeParse(typed);
    for (const { message } of error?.issues ?? []) ctx.issues.push({ code: 'custom', message, input: typed });
    return data;
  }),
);
export const verifyPhoneBody = z.object({ trialId, phone: shownPhone, work });
/** What makes a browser known, one of two: the `proof` of a mailed link, or the `code` that was sent to the proven phone. */
export const proveBrowserBody = z
  .object({
    trialId,
    proof: z.optional(z.string(SAY.invalid).check(z.maxLength(300, SAY.invalid))),
    code: z.optional(code),
  })
  .check(
    z.refine(({ proof, code: typed }) => (proof === undefined) !== (typed === undefined), {
      message: SAY.code,
      path: ['code'],
    }),
  );
export const verifyCodeBody = z.object({ trialId, code });
export const updateEmailBody = z.object({ trialId, email });
export const updateSelectedPlanBody = z.object({ trialId, selectedPlan });
export const updatePaymentVerifiedBody = z.object({ trialId, setupIntentId: stripeId('seti') });
export const createAccountBody = z.object({ trialId, selectedPlan });
export const checkoutCompleteBody = z.object({ sessionId: stripeId('cs') });
