/** Every page of the public site, listed here independently of the site's own routes so that an extra or a missing page fails. */
export interface Page {
  path: string;
  /** The schema.org types of its structured data. */
  types: readonly string[];
  /** Hydrates, because it has a form or reads its address; the other pages run no module. */
  scripted?: true;
  /** Excluded from search engines. */
  noindex?: true;
  /** The page it is another view of. */
  canonical?: string;
  /** The page whose text a sheet prints. */
  partOf?: string;
}

/** The articles that the specification names; the blog features them. */
export const FEATURED = [
  'small-group-culture',
  'reaching-students',
  'student-leadership-team',
  'college-transition',
  'post-camp-fire',
  'digital-discipleship',
  'teen-mental-health',
] as const;

export const ARTICLES = [...FEATURED, 'students-with-disabilities', 'small-church-no-budget'] as const;

const HELP_TASKS = [
  'sign-in',
  'invite-students',
  'consent-form',
  'move-a-group',
  'add-a-ministry',
  'change-plan-or-card',
  'cancel',
  'export-or-delete-data',
] as const;

/** The page whose text a sheet prints. */
const SHEETS: Record<string, readonly string[]> = {
  '/blog/small-group-culture': ['group-agreement', 'run-sheet', 'heavy-moment', 'six-week-reset'],
  '/blog/reaching-students': ['thursday-hour', 'messages-to-send', 'first-visit'],
  '/blog/student-leadership-team': ['invitation-letter', 'leadership-covenant', 'team-meeting'],
  '/blog/college-transition': ['six-conversations', 'handoff-email', 'first-eight-weeks'],
  '/blog/post-camp-fire': [
    'ride-home-card',
    'parent-note',
    'after-camp-conversation',
    'first-night-back',
    'two-weeks-in-mark',
    'volunteer-debrief',
    'stones-night',
  ],
  '/blog/digital-discipleship': ['week-of-devotionals', 'chat-rules', 'rules-for-adults', 'letter-to-parents'],
  '/blog/teen-mental-health': ['what-we-keep-to-ourselves', 'say-and-not', 'calling-parents', 'volunteer-page'],
  '/blog/students-with-disabilities': ['about-me', 'night-in-pictures'],
  '/blog/small-church-no-budget': ['year-on-one-page', 'letter-to-the-church'],
  '/help/consent-form': ['consent-form'],
};

export const CATEGORIES = {
  'Digital Ministry': '/blog/category/digital-ministry',
  'Mental Health': '/blog/category/mental-health',
  'Tools & Resources': '/blog/category/tools-and-resources',
  'Student Engagement': '/blog/category/student-engagement',
  'Pastoral Care': '/blog/category/pastoral-care',
  'Community Building': '/blog/category/community-building',
} as const;

/** The filters of the library of sheets. */
export const MOMENTS = {
  'First night': '/resources/first-night',
  'Every week': '/resources/every-week',
  Camp: '/resources/camp',
  Crisis: '/resources/crisis',
  Parents: '/resources/parents',
  Team: '/resources/team',
  Graduates: '/resources/graduates',
  'The year': '/resources/year',
} as const;

export const MOVED = {
  '/digital-discipleship-youth-ministry': '/blog/digital-discipleship',
  '/youth-ministry-mental-health': '/blog/teen-mental-health',
} as const;

/** An address without a page. */
export const NOWHERE = '/there/is/nothing';

export const PAGES: readonly Page[] = [
  { path: '/', types: ['Organization', 'WebSite', 'SoftwareApplication'] },
  { path: '/conference', types: [] },
  { path: '/pricing', types: ['Product', 'FAQPage'] },
  { path: '/pricing/treasurer', types: [], canonical: '/pricing' },
  { path: '/trial', types: [], scripted: true },
  { path: '/trial-demo', types: ['VideoObject', 'VideoObject'] },
  { path: '/trial/code', types: [], noindex: true },
  { path: '/trial/card', types: [], noindex: true },
  { path: '/trial/success', types: [], scripted: true, noindex: true },
  { path: '/trial-checkout-success', types: [], scripted: true, noindex: true },
  { path: '/help', types: [] },
  ...HELP_TASKS.map((task) => ({ path: `/help/${task}`, types: ['BreadcrumbList'] })),
  { path: '/gettingstarted', types: ['VideoObject'] },
  { path: '/faq', types: ['FAQPage'] },
  { path: '/is-it-for-us', types: ['FAQPage'] },
  { path: '/youth-ministry-tools', types: ['FAQPage'] },
  { path: '/youth-pastor-guide', types: ['FAQPage'] },
  { path: '/evidence', types: [] },
  { path: '/crisis', types: [] },
  { path: '/safety', types: [] },
  { path: '/blog', types: [] },
  ...ARTICLES.map((slug) => ({ path: `/blog/${slug}`, types: ['Article', 'BreadcrumbList'] })),
  ...Object.values(CATEGORIES).map((path) => ({ path, types: [], noindex: true as const })),
  { path: '/resources', types: [] },
  ...Object.values(MOMENTS).map((path) => ({ path, types: [], noindex: true as const })),
  ...Object.entries(SHEETS).flatMap(([partOf, sheets]) =>
    sheets.map((sheet) => ({ path: `/sheets/${sheet}`, types: ['BreadcrumbList'], partOf })),
  ),
  { path: '/community-guidelines', types: [] },
  { path: '/terms-of-service', types: [] },
  { path: '/privacy-policy', types: [] },
  { path: '/privacypolicy', types: [], canonical: '/privacy-policy' },
  { path: '/account-information', types: [] },
  { path: '/ambassador-application', types: [], scripted: true },
  { path: '/trial-request', types: [], scripted: true },
  { path: '/ambassador-application/sent', types: [], noindex: true },
  { path: '/trial-request/sent', types: [], noindex: true },
  { path: '/search', types: [], scripted: true, noindex: true },
  { path: '/newsletter', types: [], noindex: true },
  { path: '/newsletter/confirm', types: [], noindex: true },
  { path: '/newsletter/unsubscribe', types: [], noindex: true },
  { path: '/reminders/stop', types: [], noindex: true },
  { path: '/plan', types: [], scripted: true, noindex: true },
  { path: '/plan/email', types: [], noindex: true },
  { path: '/plan/keep-email', types: [], noindex: true },
  { path: '/plan/not-mine', types: [], noindex: true },
  { path: '/plan/confirm-receipts', types: [], noindex: true },
  { path: '/plan/stop-receipts', types: [], noindex: true },
  { path: '/plan/phone', types: [], noindex: true },
];

/** Sheets to print, whose small script copies and prints. */
export const SHEET_PATHS: readonly string[] = Object.values(SHEETS).flatMap((sheets) =>
  sheets.map((sheet) => `/sheets/${sheet}`),
);

export const PATHS: readonly string[] = PAGES.map(({ path }) => path);
export const INDEXABLE: readonly Page[] = PAGES.filter(({ noindex, canonical }) => !noindex && !canonical);
export const UNSCRIPTED: readonly string[] = PAGES.filter(({ scripted }) => !scripted).map(({ path }) => path);

/** A page of each kind: with a demo, a form, a text, an article, a sheet, and what hydrates. */
const OF_A_KIND = new Set([
  '/',
  '/pricing',
  '/trial',
  '/crisis',
  '/blog/small-group-culture',
  '/sheets/group-agreement',
  '/trial-request',
  '/search',
  NOWHERE,
]);
/** For slow browser tests: one page of each kind in the gate, every page in `npm run soak journeys`. */
export const ofEachKind = (paths: readonly string[]): string[] =>
  paths.filter((path) => process.env['THOROUGH'] || OF_A_KIND.has(path));

/** Pages with the newsletter form, which loads a small script. */
export const WITH_NEWSLETTER_FORM: readonly string[] = [
  '/blog',
  ...Object.values(CATEGORIES),
  ...ARTICLES.map((slug) => `/blog/${slug}`),
];

/** Pages with a table of contents, whose script marks the chapter that is read. */
const WITH_CONTENTS: readonly string[] = [
  ...ARTICLES.map((slug) => `/blog/${slug}`),
  '/terms-of-service',
  '/privacy-policy',
  '/privacypolicy',
  '/community-guidelines',
  '/account-information',
];

/** The blog and texts with contents load one script, sheets another. */
const WITH_SMALL_SCRIPT = new Set([...WITH_NEWSLETTER_FORM, ...WITH_CONTENTS, ...SHEET_PATHS, '/pricing/treasurer']);

/** How many small scripts a page loads. */
export const smallScriptsOf = (path: string): number => (WITH_SMALL_SCRIPT.has(path) ? 1 : 0);

/** Pages with a plain form of GET: to the search, and to the plan that fits. */
export const WITH_GET_FORM: readonly string[] = ['/help', '/pricing', NOWHERE];

/** Pages with an interactive demo, which loads React when it comes into view. */
export const WITH_DEMO: readonly string[] = ['/', '/trial-demo'];
