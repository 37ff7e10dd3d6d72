import * as z from 'zod/mini';
import samples from './owner-claims.json' with { type: 'json' };

const text = z.string().check(z.trim(), z.minLength(1));
/** `true`: stands in until the real fact is known. Pages say so, structured data leaves it out, and live keys are refused. */
const sample = z.optional(z.boolean());
/** Name of a drawing in `apps/web/app/content/people`. */
const picture = z.enum(['founder-1', 'founder-2', 'pastor-1', 'pastor-2', 'pastor-3']);

/** What visitors ask and only the owner can answer, each with its page. `title` completes "Ask us …", or stands in a list below it. */
export const OPEN_QUESTIONS = {
  storage: { page: '/safety', title: 'Where data is stored, and who provides the AI' },
  exposure: { page: '/safety', title: 'How soon we tell you if data is exposed' },
  retention: { page: '/safety', title: 'How long texts, prompts and technical logs are kept' },
  readers: { page: '/safety', title: 'Whether the portal records who read what' },
  translation: {
    page: '/is-it-for-us',
    title: 'which translations the app has, and whether your group can choose one',
  },
  devotionals: { page: '/is-it-for-us', title: 'who writes them, and what they teach where churches differ' },
  curriculum: {
    page: '/is-it-for-us',
    title: 'whether your own reading plan can take the place of the daily reading',
  },
  rosters: { page: '/is-it-for-us', title: 'whether a list from your software can be imported' },
  phones: { page: '/is-it-for-us', title: 'whether the app runs on an iPad' },
  spanish: { page: '/is-it-for-us', title: 'whether the app is, or will be, in Spanish' },
  w9: { page: '/pricing/treasurer', title: 'where to get our Form W-9' },
  payment: { page: '/pricing/treasurer', title: 'whether you can pay by check or bank transfer (ACH)' },
  yearly: { page: '/pricing/treasurer', title: 'whether you can pay for a year at once' },
  exemption: { page: '/pricing/treasurer', title: 'where to send your exemption certificate' },
  phone: { page: '/pricing/treasurer', title: 'which number to call' },
} as const satisfies Record<string, { page: string; title: string }>;

export type OpenQuestion = keyof typeof OPEN_QUESTIONS;

/**
 * What only the owner of the product knows, as JSON: the setting OWNER_CLAIMS. With real people comes their permission. `bio` may
 * contain PRODUCT, the name of the product.
 */
export const ownerClaims = z.strictObject({
  founders: z
    .array(z.strictObject({ name: text, role: z.enum(['Founder', 'Co-Founder']), bio: text, picture, sample }))
    .check(z.length(2)),
  testimonials: z
    .array(z.strictObject({ name: text, role: text, quote: text, picture, stars: z.literal(5), sample }))
    .check(z.length(3)),
  rating: z.strictObject({
    value: z.number().check(z.minimum(1), z.maximum(5)),
    count: z.int().check(z.minimum(1)),
    sample,
  }),
  /** What ministries report. The specification gives the figures, and a label for the first only. */
  results: z.array(z.strictObject({ figure: text, label: text, sample })).check(z.length(3)),
  /** Answers to the open questions, one or two sentences each. */
  answers: z.partialRecord(z.enum(Object.keys(OPEN_QUESTIONS) as [OpenQuestion, ...OpenQuestion[]]), text),
});
export type OwnerClaims = z.infer<typeof ownerClaims>;

/** Used without OWNER_CLAIMS. A release has this file, to copy and fill in. */
export const SAMPLE_CLAIMS = samples as OwnerClaims;

/** The samples among the claims, in words, one line each. */
export const samplesOf = ({ founders, testimonials, rating, results }: OwnerClaims): string[] => [
  ...founders.filter(isSample).map(({ name }) => `the founder ${name}`),
  ...testimonials.filter(isSample).map(({ name }) => `the testimonial of ${name}`),
  ...(isSample(rating) ? [`the rating of ${rating.value} from ${rating.count} ratings`] : []),
  ...results.filter(isSample).map(({ figure }) => `what "${figure}" measures`),
];

/** The questions that the site answers with "Ask us". */
export const unansweredIn = ({ answers }: OwnerClaims): { page: string; title: string }[] =>
  Object.entries(OPEN_QUESTIONS)
    .filter(([question]) => !answers[question as OpenQuestion])
    .map(([, { page, title }]) => ({ page, title }));

const isSample = (claim: { sample?: boolean | undefined }): boolean => claim.sample === true;

declare global {
  /** Set by the server before it loads the pages. */
  var OWNER_CLAIMS: OwnerClaims | undefined;
}
