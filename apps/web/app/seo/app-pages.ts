import { site } from '../lib/site.ts';
import type { Page } from './page.ts';

/** Sign-up, plan page and 404. */
export const appPages = {
  trial: {
    path: '/trial',
    picture: 'a calendar of 30 days',
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
  trialCode: {
    path: '/trial/code',
    title: `Confirm Your Phone | ${site.product}`,
    description:
      'Step two of the free trial without JavaScript: type the code from the text message to confirm your phone, or ask for another code to be sent.',
    keywords: ['youth ministry free trial', 'phone confirmation', 'verification code'],
    hydrate: false,
    noindex: true,
  },
  trialCard: {
    path: '/trial/card',
    title: `Choose Your Plan and Card | ${site.product}`,
    description:
      'Step three of the free trial without JavaScript: choose a plan and open the secure card page. Nothing is charged until your 30 days are over.',
    keywords: ['youth ministry free trial', 'plan and card', 'secure card page'],
    hydrate: false,
    noindex: true,
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
      'See your plan, its price and its dates, change it, cancel it in two clicks, keep it again or update your card, with the link from our emails.',
    keywords: ['youth ministry plan', 'cancel subscription', 'change plan', 'update card'],
    hydrate: true,
    noindex: true,
  },
  planEmail: {
    path: '/plan/email',
    title: `Confirm Your New Email | ${site.product}`,
    description:
      'Confirm the new email address of your account with the link that we emailed to it. From then on receipts and notices go there.',
    keywords: ['account email', 'new email address', 'confirmation'],
    hydrate: false,
    noindex: true,
  },
  planPhone: {
    path: '/plan/phone',
    title: `Confirm Your New Phone | ${site.product}`,
    description:
      'Confirm the new phone number of your account with a code that we text or read out to it. Until then your account keeps the old number.',
    keywords: ['account phone', 'new phone number', 'confirmation'],
    hydrate: false,
    noindex: true,
  },
  notFound: {
    path: '/404',
    title: `Page Not Found | ${site.product}`,
    description:
      'The page you’re looking for doesn’t exist or has been moved. Return to the homepage, look at the ministry tools, or start your free trial.',
    keywords: ['page not found', 'youth ministry tools', 'youth ministry free trial'],
    hydrate: false,
    noindex: true,
  },
} satisfies Record<string, Page>;

/** Public pages that hydrate because they have a form or read the address. */
export const formPages = {
  ambassadorApplication: {
    path: '/ambassador-application',
    picture: 'a star on a ribbon',
    title: `Ambassador Application | ${site.product}`,
    description:
      'Apply as an ambassador: early access to new features, exclusive strategy calls, and a say in where youth ministry technology goes from here.',
    keywords: ['youth ministry ambassador', 'early access', 'youth pastor program', 'ministry technology'],
    hydrate: true,
  },
  trialRequest: {
    path: '/trial-request',
    picture: 'an envelope',
    title: `Talk to Us About Your Ministry | ${site.product}`,
    description:
      'For ministries with 500 or more active users, and for anyone who would rather talk with a person first: tell us a little and we write back.',
    keywords: ['large youth ministry', 'multi-site church', 'youth ministry software quote', 'contact sales'],
    hydrate: true,
  },
  ambassadorSent: {
    path: '/ambassador-application/sent',
    title: `Application Submitted | ${site.product}`,
    description:
      'Your ambassador application has arrived. Our team reviews it within 5-7 business days and answers you by email. Read here what happens next.',
    keywords: ['youth ministry ambassador', 'application', 'what happens next'],
    hydrate: false,
    noindex: true,
  },
  trialRequestSent: {
    path: '/trial-request/sent',
    title: `Request Sent | ${site.product}`,
    description:
      'Your request has arrived. Someone on our team will read it and answer you by email. If it is urgent, write to our support address at any time.',
    keywords: ['youth ministry software', 'contact', 'request sent'],
    hydrate: false,
    noindex: true,
  },
  search: {
    path: '/search',
    title: `Search | ${site.product}`,
    description:
      'Search our pages and articles on youth ministry: small groups, daily devotionals, mental health, camp follow-up, pricing, privacy and more.',
    keywords: ['search', 'youth ministry articles', 'youth pastor help', 'student discipleship'],
    hydrate: true,
    noindex: true,
  },
  newsletterForm: {
    path: '/newsletter',
    title: `Newsletter for Youth Pastors | ${site.product}`,
    description:
      'Subscribe to our newsletter for youth pastors: one useful thing for your ministry. We ask you to confirm by email first; unsubscribe anytime.',
    keywords: ['youth pastor newsletter', 'subscribe', 'youth ministry articles'],
    hydrate: false,
    noindex: true,
  },
  newsletterConfirm: {
    path: '/newsletter/confirm',
    title: `Confirm Your Subscription | ${site.product}`,
    description:
      'Confirm that you would like to receive our newsletter for youth pastors. Nothing is sent before you confirm, and you can unsubscribe anytime.',
    keywords: ['youth pastor newsletter', 'confirm subscription', 'youth ministry articles'],
    hydrate: false,
    noindex: true,
  },
  newsletterUnsubscribe: {
    path: '/newsletter/unsubscribe',
    title: `Unsubscribe | ${site.product}`,
    description:
      'Unsubscribe from our newsletter for youth pastors with one click. Emails that belong to your account or your trial are not affected by this.',
    keywords: ['youth pastor newsletter', 'unsubscribe', 'email preferences'],
    hydrate: false,
    noindex: true,
  },
  remindersStop: {
    path: '/reminders/stop',
    title: `Stop Reminders | ${site.product}`,
    description:
      'Stop the reminders of an unfinished sign-up with one click. What you entered stays, and the link in our emails still leads back to it.',
    keywords: ['unfinished sign-up', 'stop reminders', 'email preferences'],
    hydrate: false,
    noindex: true,
  },
} satisfies Record<string, Page>;
