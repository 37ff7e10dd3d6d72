/**
 * What only the owner of the product knows. Each sample is to be replaced by the real fact, with the permission of the people it
 * names, and its `sample: true` removed. While one remains, pages label it, structured data leaves it out, and the server does
 * not start with live keys.
 */
interface Claim {
  sample?: true;
}

export interface Founder extends Claim {
  name: string;
  role: 'Founder' | 'Co-Founder';
  /** PRODUCT is replaced by the name of the product. */
  bio: string;
  /** Name of a drawing in `apps/web/app/content/people`. */
  picture: string;
}

export const FOUNDERS: readonly Founder[] = [
  {
    name: 'Daniel Brooks',
    role: 'Founder',
    bio: 'Former youth pastor. Kept his students’ names on an index card in his Bible, and built PRODUCT for the leader he was on Thursday mornings.',
    picture: 'founder-1',
    sample: true,
  },
  {
    name: 'Maya Torres',
    role: 'Co-Founder',
    bio: 'Former student. Loved her youth group, and had no idea how to pray alone until someone showed her. Tests PRODUCT on her own back row.',
    picture: 'founder-2',
    sample: true,
  },
];

export interface Testimonial extends Claim {
  name: string;
  role: string;
  quote: string;
  picture: string;
  stars: 5;
}

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'Peter Hale',
    role: 'Youth Pastor',
    quote:
      'Our engagement rose 85% in three months. The number I care about is one. A boy who had stopped coming turned up on the alert list, and two of us took him out for tacos. He is back on Wednesdays.',
    picture: 'pastor-2',
    stars: 5,
    sample: true,
  },
  {
    name: 'Renee Castillo',
    role: 'Student Ministries Director',
    quote:
      'I used to spend Saturdays on the study for Sunday night. Now I start from a draft made of my own sermon notes, throw out a third of it, and make it to my daughter’s game.',
    picture: 'pastor-1',
    stars: 5,
    sample: true,
  },
  {
    name: 'Josh Lindgren',
    role: 'Youth Pastor',
    quote:
      'I did not expect the quiet kids to write. We have a sophomore who said maybe ten words out loud last year. She answers every prompt, and her small group leader answers her.',
    picture: 'pastor-3',
    stars: 5,
    sample: true,
  },
];

interface Rating extends Claim {
  value: number;
  count: number;
}
export const RATING: Rating = { value: 4.9, count: 156, sample: true };

export interface ReportedResult extends Claim {
  figure: string;
  label: string;
}

/** What ministries report. The specification gives the figures, and a label for the first only. */
export const RESULTS: readonly ReportedResult[] = [
  { figure: '85%', label: 'rise in engagement over three months' },
  { figure: '3x', label: 'as many students who read during the week', sample: true },
  { figure: '60%', label: 'of students who had gone quiet took part again', sample: true },
];

/** What visitors ask and only the operator can answer. */
export interface OwnerFact {
  /** Completes "Ask us …", or stands in a list below it. */
  title: string;
  /** The answer. Without it the page says "Ask us". */
  text?: string;
}

/** What an elder board asks, on /safety. */
export const SAFETY_FACTS: readonly OwnerFact[] = [
  { title: 'Where data is stored, and who provides the AI' },
  { title: 'How soon we tell you if data is exposed' },
  { title: 'How long texts, prompts and technical logs are kept' },
  { title: 'Whether the portal records who read what' },
];

type FitQuestion = 'translation' | 'devotionals' | 'curriculum' | 'rosters' | 'phones' | 'spanish';

/** What a pastor asks before a trial, on /is-it-for-us. */
export const FIT_FACTS: Readonly<Record<FitQuestion, OwnerFact>> = {
  translation: { title: 'which translations the app has, and whether your group can choose one' },
  devotionals: { title: 'who writes them, and what they teach where churches differ' },
  curriculum: { title: 'whether your own reading plan can take the place of the daily reading' },
  rosters: { title: 'whether a list from your software can be imported' },
  phones: { title: 'whether the app runs on an iPad' },
  spanish: { title: 'whether the app is, or will be, in Spanish' },
};

type TreasurerQuestion = 'w9' | 'payment' | 'yearly' | 'exemption' | 'phone';

/** What a treasurer asks, on /pricing/treasurer. */
export const TREASURER_FACTS: Readonly<Record<TreasurerQuestion, OwnerFact>> = {
  w9: { title: 'where to get our Form W-9' },
  payment: { title: 'whether you can pay by check or bank transfer (ACH)' },
  yearly: { title: 'whether you can pay for a year at once' },
  exemption: { title: 'where to send your exemption certificate' },
  phone: { title: 'which number to call' },
};

/** The samples that remain in this file, one line each. */
export const sampleClaims = (): string[] => [
  ...FOUNDERS.filter(isSample).map(({ name }) => `the founder ${name}`),
  ...TESTIMONIALS.filter(isSample).map(({ name }) => `the testimonial of ${name}`),
  ...(isSample(RATING) ? [`the rating of ${RATING.value} from ${RATING.count} ratings`] : []),
  ...RESULTS.filter(isSample).map(({ figure }) => `what "${figure}" measures`),
];

/** The questions that the site answers with "Ask us", each with its page. */
export const missingAnswers = (): { page: string; title: string }[] =>
  [
    ...SAFETY_FACTS.map((fact) => ({ page: '/safety', ...fact })),
    ...Object.values(FIT_FACTS).map((fact) => ({ page: '/is-it-for-us', ...fact })),
    ...Object.values(TREASURER_FACTS).map((fact) => ({ page: '/pricing/treasurer', ...fact })),
  ].filter(({ text }) => !text);

const isSample = ({ sample }: Claim): boolean => sample === true;
