import { site } from './env.ts';
import type { Page } from './page.ts';

/** The articles in their order on the blog; their texts and titles stand in `content/blog`. */
export const ARTICLES = [
  'small-group-culture',
  'reaching-students',
  'student-leadership-team',
  'college-transition',
  'post-camp-fire',
  'digital-discipleship',
  'teen-mental-health',
] as const;

export const CATEGORIES = [
  'Digital Ministry',
  'Mental Health',
  'Tools & Resources',
  'Student Engagement',
  'Pastoral Care',
  'Community Building',
] as const;

export type Category = (typeof CATEGORIES)[number];

export const categorySlug = (category: Category): string =>
  category.toLowerCase().replace('&', 'and').replaceAll(' ', '-');

export const categoryPath = (category?: Category): string =>
  category ? `/blog/category/${categorySlug(category)}` : '/blog';

export const articlePath = (slug: string): string => `/blog/${slug}`;
export const ARTICLE_PATHS = ARTICLES.map(articlePath);

export const blogPage: Page = {
  path: '/blog',
  title: `Blog & Resources for Youth Pastors | ${site.product}`,
  description:
    'Articles to use on Wednesday: small groups, reaching students, student leaders, camp follow-up, phones, mental health and the move to college.',
  keywords: [
    'youth ministry blog',
    'youth pastor resources',
    'small group ideas',
    'student ministry articles',
    'teen discipleship',
  ],
  hydrate: false,
};

/** The index, filtered: pages of their own, because without scripts nothing else can filter; to search engines, the index. */
export const categoryPage = (category: Category): Page => ({
  ...blogPage,
  path: categoryPath(category),
  canonical: blogPage.path,
  title: `${category}: Articles for Youth Pastors | ${site.product}`,
  description: `What our blog has for youth pastors under ${category}: plans, scripts and letters to use on Wednesday.`,
});

export const LEGAL_DOCUMENTS = {
  '/community-guidelines': 'community-guidelines',
  '/terms-of-service': 'terms-of-service',
  '/privacy-policy': 'privacy-policy',
  '/privacypolicy': 'privacy-policy',
  '/account-information': 'account-information',
} as const;

const legal = (path: keyof typeof LEGAL_DOCUMENTS, name: string, description: string, keywords: string[]): Page => ({
  path,
  title: `${name} | ${site.product}`,
  description,
  keywords,
  hydrate: false,
});

const privacyPolicy = legal(
  '/privacy-policy',
  'Privacy Policy',
  'What we know about you in the app and on this site, why we keep it, who helps us handle it, when it is deleted, and how to see or erase it.',
  ['privacy policy', 'youth app privacy', 'data deletion', 'parental consent', 'student data'],
);

export const articlePages = {
  blog: blogPage,
  ...Object.fromEntries(CATEGORIES.map((category) => [categoryPath(category), categoryPage(category)])),
  communityGuidelines: legal(
    '/community-guidelines',
    'Community Guidelines',
    'How students and leaders treat each other: adults talk with students in groups, personal details stay private, and how to report what is wrong.',
    ['community guidelines', 'youth online safety', 'child protection in ministry', 'safe messaging', 'reporting'],
  ),
  termsOfService: legal(
    '/terms-of-service',
    'Terms of Service',
    'Who may sign up, how the 30-day trial and monthly billing work, how to cancel, what each of us may expect of the other, and which law applies.',
    ['terms of service', 'free trial terms', 'billing by active users', 'cancel anytime'],
  ),
  privacyPolicy,
  privacyPolicyAlias: { ...privacyPolicy, path: '/privacypolicy', canonical: privacyPolicy.path },
  accountInformation: legal(
    '/account-information',
    'Account Information',
    'How to see, update or delete what is stored in your account, in the app settings or by e-mail, and how to opt out of our communications.',
    ['account information', 'delete account', 'data access', 'opt out'],
  ),
} satisfies Record<string, Page>;
