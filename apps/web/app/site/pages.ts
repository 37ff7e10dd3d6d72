import { site } from './env.ts';

/** The one table of pages: routes take their head from it, the build its list of files, the server what exists. */
export interface Page {
  path: string;
  title: string;
  description: string;
  keywords?: string[];
  image?: string;
  jsonLd?: object[];
  /** Whether the page runs scripts. Without, it is plain HTML and CSS. */
  hydrate: boolean;
  noindex?: true;
}

const organisation = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: site.product,
  url: site.url,
  email: site.supportEmail,
};

export const pages = {
  home: {
    path: '/',
    title: `Youth Ministry Platform for Building Lifelong Faith | ${site.product}`,
    description: `${site.product} helps students build daily habits of prayer, scripture and reflection, and shows leaders who is growing and who is drifting. Free for 30 days.`,
    keywords: ['youth ministry platform', 'student discipleship', 'youth group app', 'youth pastor tools'],
    image: '/og.png',
    jsonLd: [organisation, { '@context': 'https://schema.org', '@type': 'WebSite', name: site.product, url: site.url }],
    hydrate: false,
  },
  trial: {
    path: '/trial',
    title: `Start Your 30-Day Free Trial | ${site.product}`,
    description: `Try ${site.product} with your youth group for 30 days: every feature, nothing charged until the trial ends, cancel anytime.`,
    keywords: ['youth ministry free trial', 'youth group software trial', 'student discipleship app'],
    image: '/og.png',
    hydrate: true,
  },
  trialSuccess: {
    path: '/trial/success',
    title: `Finishing Your Trial | ${site.product}`,
    description: 'We are activating your free trial.',
    hydrate: true,
    noindex: true,
  },
  trialCheckoutSuccess: {
    path: '/trial-checkout-success',
    title: `Finishing Your Trial | ${site.product}`,
    description: 'We are activating your free trial.',
    hydrate: true,
    noindex: true,
  },
  notFound: {
    path: '/404',
    title: `Page Not Found | ${site.product}`,
    description: "The page you're looking for doesn't exist or has been moved.",
    hydrate: false,
    noindex: true,
  },
} satisfies Record<string, Page>;
