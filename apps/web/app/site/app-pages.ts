import { site } from './env.ts';
import type { Page } from './page.ts';

/** The pages of the sign-up and of the plan after it, and the one for addresses nobody knows. */
export const appPages = {
  trial: {
    path: '/trial',
    title: `Start Your 30-Day Free Trial | ${site.product}`,
    description: `Try ${site.product} with your youth group for 30 days: every feature included, nothing charged until the trial ends, reminders before, cancel anytime.`,
    keywords: [
      'youth ministry free trial',
      'youth group software trial',
      'student discipleship app',
      'youth pastor sign up',
    ],
    hydrate: true,
  },
  trialSuccess: {
    path: '/trial/success',
    title: `Finishing Your Trial | ${site.product}`,
    description:
      'We are activating your free trial and opening your account. Your payment method is stored securely and nothing is charged until the trial ends.',
    keywords: ['youth ministry free trial', 'account activation', 'payment method stored'],
    hydrate: true,
    noindex: true,
  },
  trialCheckoutSuccess: {
    path: '/trial-checkout-success',
    title: `Checking Your Payment Method | ${site.product}`,
    description:
      'We are checking with the payment provider that your card is stored, and then we open your account. Nothing is charged until the trial ends.',
    keywords: ['youth ministry free trial', 'payment setup', 'card check'],
    hydrate: true,
    noindex: true,
  },
  plan: {
    path: '/plan',
    title: `Your Plan | ${site.product}`,
    description:
      'See your plan, its price and its dates, change it, cancel it in two clicks, keep it again or update your card, with the link from our e-mails.',
    keywords: ['youth ministry plan', 'cancel subscription', 'change plan', 'update card'],
    hydrate: true,
    noindex: true,
  },
  notFound: {
    path: '/404',
    title: `Page Not Found | ${site.product}`,
    description:
      "The page you're looking for doesn't exist or has been moved. Return to the homepage, look at the ministry tools, or start your free trial.",
    keywords: ['page not found', 'youth ministry tools', 'youth ministry free trial'],
    hydrate: false,
    noindex: true,
  },
} satisfies Record<string, Page>;
