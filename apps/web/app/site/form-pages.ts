import { site } from './env.ts';
import type { Page } from './page.ts';

/** The public pages that have a form or read the address, and therefore run scripts. */
export const formPages = {
  ambassadorApplication: {
    path: '/ambassador-application',
    title: `Ambassador Application | ${site.product}`,
    description:
      'Apply as an ambassador: early access to new features, exclusive strategy calls, and a say in where youth ministry technology goes from here.',
    keywords: ['youth ministry ambassador', 'early access', 'youth pastor program', 'ministry technology'],
    hydrate: true,
  },
  trialRequest: {
    path: '/trial-request',
    title: `Talk to Us About Your Ministry | ${site.product}`,
    description:
      'For ministries with 500 or more active users, and for anyone who would rather talk with a person first: tell us a little and we write back.',
    keywords: ['large youth ministry', 'multi-site church', 'youth ministry software quote', 'contact sales'],
    hydrate: true,
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
  newsletterConfirm: {
    path: '/newsletter/confirm',
    title: `Confirm Your Subscription | ${site.product}`,
    description:
      'Confirm that you would like to receive our newsletter for youth pastors. Nothing is sent before you confirm, and you can unsubscribe anytime.',
    keywords: ['youth pastor newsletter', 'confirm subscription', 'youth ministry articles'],
    hydrate: true,
    noindex: true,
  },
  newsletterUnsubscribe: {
    path: '/newsletter/unsubscribe',
    title: `Unsubscribe | ${site.product}`,
    description:
      'Unsubscribe from our newsletter for youth pastors with one click. E-mails that belong to your account or your trial are not affected by this.',
    keywords: ['youth pastor newsletter', 'unsubscribe', 'e-mail preferences'],
    hydrate: true,
    noindex: true,
  },
  remindersStop: {
    path: '/reminders/stop',
    title: `Stop Reminders | ${site.product}`,
    description:
      'Stop the reminders of an unfinished sign-up with one click. What you entered stays, and the link in our e-mails still leads back to it.',
    keywords: ['unfinished sign-up', 'stop reminders', 'e-mail preferences'],
    hydrate: true,
    noindex: true,
  },
} satisfies Record<string, Page>;
