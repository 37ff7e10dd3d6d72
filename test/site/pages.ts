/** Every address of the public site as the specification has it, written out again so that a page nobody lists is missed. */
export interface Listed {
  path: string;
  /** What it tells search engines of itself, by schema.org's names. */
  told: readonly string[];
  /** A page with a form, or one that reads its address, runs scripts; the others run none. */
  scripted?: true;
  /** Not for search engines. */
  noindex?: true;
  /** The address it is another view of. */
  canonical?: string;
}

export const ARTICLES = [
  'small-group-culture',
  'reaching-students',
  'student-leadership-team',
  'college-transition',
  'post-camp-fire',
  'digital-discipleship',
  'teen-mental-health',
] as const;

export const CATEGORIES = {
  'Digital Ministry': '/blog/category/digital-ministry',
  'Mental Health': '/blog/category/mental-health',
  'Tools & Resources': '/blog/category/tools-and-resources',
  'Student Engagement': '/blog/category/student-engagement',
  'Pastoral Care': '/blog/category/pastoral-care',
  'Community Building': '/blog/category/community-building',
} as const;

export const MOVED = {
  '/digital-discipleship-youth-ministry': '/blog/digital-discipleship',
  '/youth-ministry-mental-health': '/blog/teen-mental-health',
} as const;

/** Stands for every address that nobody knows. */
export const NOWHERE = '/there/is/nothing';

export const PAGES: readonly Listed[] = [
  { path: '/', told: ['Organization', 'WebSite', 'SoftwareApplication'] },
  { path: '/conference', told: [] },
  { path: '/pricing', told: ['Product', 'FAQPage'] },
  { path: '/trial', told: [], scripted: true },
  { path: '/trial-demo', told: [] },
  { path: '/trial/success', told: [], scripted: true, noindex: true },
  { path: '/trial-checkout-success', told: [], scripted: true, noindex: true },
  { path: '/help', told: [] },
  { path: '/gettingstarted', told: [] },
  { path: '/faq', told: ['FAQPage'] },
  { path: '/youth-ministry-tools', told: ['FAQPage'] },
  { path: '/youth-pastor-guide', told: ['FAQPage'] },
  { path: '/blog', told: [] },
  ...ARTICLES.map((slug) => ({ path: `/blog/${slug}`, told: ['Article'] })),
  ...Object.values(CATEGORIES).map((path) => ({ path, told: [], canonical: '/blog' })),
  { path: '/community-guidelines', told: [] },
  { path: '/terms-of-service', told: [] },
  { path: '/privacy-policy', told: [] },
  { path: '/privacypolicy', told: [], canonical: '/privacy-policy' },
  { path: '/account-information', told: [] },
  { path: '/ambassador-application', told: [], scripted: true },
  { path: '/trial-request', told: [], scripted: true },
  { path: '/search', told: [], scripted: true, noindex: true },
  { path: '/newsletter/confirm', told: [], scripted: true, noindex: true },
  { path: '/newsletter/unsubscribe', told: [], scripted: true, noindex: true },
  { path: '/reminders/stop', told: [], scripted: true, noindex: true },
  { path: '/plan', told: [], scripted: true, noindex: true },
];

export const PATHS: readonly string[] = PAGES.map(({ path }) => path);
export const INDEXABLE: readonly Listed[] = PAGES.filter(({ noindex, canonical }) => !noindex && !canonical);
export const UNSCRIPTED: readonly string[] = PAGES.filter(({ scripted }) => !scripted).map(({ path }) => path);

/** Pages that one template makes, but for the first of them. */
const ALIKE = new Set([
  ...ARTICLES.slice(1).map((slug) => `/blog/${slug}`),
  ...Object.values(CATEGORIES).slice(1),
  '/terms-of-service',
  '/privacy-policy',
]);
/** What costs a browser long: one page of each template in `npm test`, every page in `npm run soak journeys`. */
export const ofEachKind = (paths: readonly string[]): string[] =>
  paths.filter((path) => process.env['THOROUGH'] || !ALIKE.has(path));

/** Where the newsletter box stands, with a small script of its own. */
export const BOXED: readonly string[] = ['/blog', ...Object.values(CATEGORIES)];
