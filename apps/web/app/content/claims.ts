/** Factual claims of the marketing pages; those that only the owner knows are in `owner-claims.ts` of the contracts. */
export const SOFTWARE_VERSION = '2.0';

export interface Statistic {
  figure: string;
  text: string;
}

export const STATISTICS: readonly Statistic[] = [
  { figure: '7h 22m', text: 'on the phone daily, for the average student' },
  { figure: '9%', text: 'of teens engage with the Bible more than once a week' },
  { figure: '77%', text: 'are motivated to learn more about Jesus' },
];

export const HARD_TRUTHS: readonly Statistic[] = [
  { figure: '70%', text: 'of students leave church after high school' },
  { figure: '42%', text: 'of teens report persistent sadness' },
];

export const NEWSLETTER_SUBSCRIBERS = '2,000+';

export const AMBASSADORS_GET = [
  'Early access to new features',
  'Exclusive strategy calls',
  'A say in what we build next',
] as const;
