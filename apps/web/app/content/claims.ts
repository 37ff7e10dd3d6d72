/** Claims of the marketing pages. Figures with a study are in `evidence.ts`, and facts only the owner knows in `owner-claims.ts` of the contracts. */
export const SOFTWARE_VERSION = '2.0';

/** The home page shows the smallest plans only. */
export const PLANS_AT_HOME = 3;

export const NEWSLETTER_SUBSCRIBERS = '2,000+';

export const AMBASSADORS_GET = [
  'Early access to new features',
  'Exclusive strategy calls',
  'A say in what we build next',
] as const;
