import { site } from './env.ts';
import type { Page } from './page.ts';

/** The pages everybody can read and that run no script. Their structured data stands with the page. */
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
    ],
    hydrate: false,
  },
  conference: {
    path: '/conference',
    title: `A Platform for Building a Lasting Faith | ${site.product}`,
    description:
      'Met us at a conference? Scan the code, get the app for iOS or Android, and try the youth ministry platform for a lasting faith free for 30 days.',
    keywords: ['youth ministry conference', 'youth ministry app', 'lasting faith', 'student discipleship app'],
    hydrate: false,
  },
  pricing: {
    path: '/pricing',
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
  trialDemo: {
    path: '/trial-demo',
    title: `Demo: Student App and Pastor Portal | ${site.product}`,
    description:
      'Watch two short videos: the student app with daily reading, prayer and challenges, and the pastor portal with weekly engagement and alerts.',
    keywords: ['youth ministry app demo', 'pastor portal', 'student app video', 'discipleship platform demo'],
    hydrate: false,
  },
  help: {
    path: '/help',
    title: `Help Center | ${site.product}`,
    description:
      'Getting started with your youth ministry platform, the community guidelines for students and leaders, and how to reach a person in support.',
    keywords: ['youth ministry app help', 'getting started', 'community guidelines', 'contact support'],
    hydrate: false,
  },
  gettingStarted: {
    path: '/gettingstarted',
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
    title: `Youth Ministry Tools: Four Kinds to Know | ${site.product}`,
    description:
      'Four kinds of digital tools for youth ministry, what to ask of each before you add it, and how to choose in one afternoon what you really need.',
    keywords: [
      'youth ministry tools',
      'youth pastor tools',
      'youth group app',
      'discipleship tools',
      'church youth software',
    ],
    hydrate: false,
  },
  pastorGuide: {
    path: '/youth-pastor-guide',
    title: `Youth Pastor's Guide to Daily Discipleship | ${site.product}`,
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
