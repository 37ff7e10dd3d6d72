import { site } from '../lib/site.ts';
import { appPages, formPages } from './app-pages.ts';
import { backOfficePages } from './back-office-pages.ts';
import { legalPages } from './legal-pages.ts';
import type { Page } from './page.ts';
import { sheetPages } from './sheet-pages.ts';
import { trustPages } from './trust-pages.ts';

/** Marketing and help pages. */
export const publicPages = {
  home: {
    path: '/',
    title: `Youth Ministry Platform for Lifelong Faith | ${site.product}`,
    description: `${site.product} helps students build daily habits of prayer and scripture, and shows leaders who is growing and who is drifting. Free for 30 days.`,
    keywords: [
      'youth ministry platform',
      'student discipleship',
      'youth group app',
      'youth pastor tools',
      'youth ministry software',
      'founders',
      'testimonials',
    ],
    hydrate: false,
  },
  conference: {
    path: '/conference',
    picture: 'a name badge',
    title: `A Platform for Building a Lasting Faith | ${site.product}`,
    description:
      'Met us at a conference? Scan the code, get the app for iOS or Android, and try the youth ministry platform for a lasting faith free for 30 days.',
    keywords: ['youth ministry conference', 'QR code', 'download the app', 'lasting faith', 'student discipleship app'],
    hydrate: false,
  },
  pricing: {
    path: '/pricing',
    picture: 'a price tag',
    title: `Pricing by Active Users | ${site.product}`,
    description:
      'Plans for youth ministries from $19.99 a month, by active users. Every plan has every feature, the first 30 days are free, cancel anytime.',
    keywords: [
      'youth ministry software pricing',
      'youth group app cost',
      'church app pricing',
      'active users',
      'free trial',
    ],
    hydrate: false,
  },
  treasurer: {
    path: '/pricing/treasurer',
    canonical: '/pricing',
    title: `Sheet for the Treasurer | ${site.product}`,
    description:
      'One page for the treasurer: the plan, its price by month and year, what it costs for each person, the dates of the trial and how to cancel.',
    keywords: ['youth ministry budget', 'church treasurer', 'cost per student'],
    hydrate: false,
  },
  trialDemo: {
    path: '/trial-demo',
    picture: 'a phone beside a chart',
    title: `Demo: Student App and Pastor Portal | ${site.product}`,
    description:
      'Try the student app and the pastor portal on sample data, or watch two short videos: reading, prayer, challenges, engagement and alerts.',
    keywords: ['youth ministry app demo', 'pastor portal', 'student app video', 'discipleship platform demo'],
    hydrate: false,
  },
  help: {
    path: '/help',
    picture: 'a life ring',
    title: `Help Center | ${site.product}`,
    description:
      'Getting started with your youth ministry platform, the community guidelines for students and leaders, and how to reach a person in support.',
    keywords: ['youth ministry app help', 'getting started', 'community guidelines', 'contact support'],
    hydrate: false,
  },
  gettingStarted: {
    path: '/gettingstarted',
    picture: 'a flag on a path',
    title: `Getting Started in Six Topics | ${site.product}`,
    description:
      'A video walkthrough and six short topics: platform setup, student engagement, communication, insights, best practices and getting support.',
    keywords: [
      'youth ministry platform setup',
      'student engagement',
      'youth group communication',
      'launch a youth app',
      'best practices',
    ],
    hydrate: false,
  },
  faq: {
    path: '/faq',
    picture: 'a question in a speech bubble',
    title: `Frequently Asked Questions | ${site.product}`,
    description:
      'Straight answers for youth pastors: the free trial, prices and active users, minimum age and consent, private prayer requests, safety and data.',
    keywords: [
      'youth ministry app faq',
      'free trial questions',
      'active users',
      'parental consent',
      'private prayer requests',
    ],
    hydrate: false,
  },
  ministryTools: {
    path: '/youth-ministry-tools',
    picture: 'a toolbox',
    title: `Youth Ministry Tools: Four Kinds to Know | ${site.product}`,
    description:
      'Four kinds of digital tools for youth ministry, what to ask of each before you add it, and how to choose in one afternoon what you really need.',
    keywords: [
      'youth ministry tools',
      'youth pastor tools',
      'youth group app',
      'AI study generator',
      'discipleship tools',
      'church youth software',
    ],
    hydrate: false,
  },
  pastorGuide: {
    path: '/youth-pastor-guide',
    picture: 'an open book',
    title: `Youth Pastor’s Guide to Daily Discipleship | ${site.product}`,
    description:
      'Four strategies for the six days between youth nights, with the problem, the solution and where AI helps, and a four-week plan to begin with.',
    keywords: [
      'youth pastor guide',
      'daily discipleship',
      'student engagement strategies',
      'small groups',
      'youth ministry plan',
    ],
    hydrate: false,
  },
} satisfies Record<string, Page>;

/** Articles in blog order; texts and titles are in `content/blog`. */
export const ARTICLES = [
  'small-group-culture',
  'reaching-students',
  'student-leadership-team',
  'college-transition',
  'post-camp-fire',
  'digital-discipleship',
  'teen-mental-health',
  'students-with-disabilities',
  'small-church-no-budget',
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

export const blogPage: Page = {
  path: '/blog',
  picture: 'a page and a pen',
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

/** The blog filtered by category, without a script. With one or two articles each, search engines leave them out. */
export const categoryPage = (category: Category): Page => ({
  ...blogPage,
  path: categoryPath(category),
  noindex: true,
  title: `${category}: Articles for Youth Pastors | ${site.product}`,
  description: `What our blog has for youth pastors under ${category}: plans, scripts and letters to use on Wednesday.`,
});

const blogPages = {
  blog: blogPage,
  ...Object.fromEntries(CATEGORIES.map((category) => [categoryPath(category), categoryPage(category)])),
} satisfies Record<string, Page>;

/** All pages except the articles, which `indexable-pages.ts` adds. */
export const pages: Page[] = [
  publicPages,
  trustPages,
  blogPages,
  legalPages,
  sheetPages,
  formPages,
  appPages,
  backOfficePages,
].flatMap((group) => Object.values<Page>(group));
