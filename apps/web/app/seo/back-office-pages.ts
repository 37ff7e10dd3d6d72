import { site } from '../lib/site.ts';
import type { Page } from './page.ts';

const staffPage = (path: string, name: string, description: string, canonical?: string): Page => ({
  path,
  title: `${name} | ${site.product}`,
  description,
  keywords: ['back office', 'staff', name.toLowerCase()],
  hydrate: true,
  noindex: true,
  ...(canonical && { canonical }),
});

/** What the root layout reads of a staff page's route. */
export const staffHandle = { hydrate: true, header: 'staff' } as const;

/** Pages for staff. A path that ends with `_` is served for every id. */
export const backOfficePages = {
  signups: staffPage(
    '/admin',
    'Trial Signup Dashboard',
    'Every trial sign-up for staff: by day, by search, and as a file.',
  ),
  queue: staffPage('/admin/queue', 'Queue', 'For staff: what needs a person, oldest first, and who has taken it.'),
  reports: staffPage('/admin/reports', 'Reports', 'For staff: how far sign-ups come, by day and by step.'),
  exports: staffPage('/admin/exports', 'Exports', 'For staff: every file that left the house, who took it and when.'),
  file: staffPage(
    '/admin/files/_',
    'Scheduled File',
    'For staff: a file of sign-ups that was made by itself, to download.',
    '/admin/exports',
  ),
  audit: staffPage('/admin/audit', 'Audit', 'For staff: every sign-in, look, repair, export and decision.'),
  ambassadors: staffPage(
    '/admin/ambassadors',
    'Ambassador Applications',
    'For staff: applications to the Ambassador Program that wait for an answer.',
  ),
  ambassadorReview: staffPage(
    '/admin/ambassadors/review',
    'Review of Applications',
    'For staff: open applications to the Ambassador Program, one by one.',
    '/admin/ambassadors',
  ),
  ambassador: staffPage(
    '/admin/ambassadors/_',
    'Ambassador Application',
    'For staff: one application to the Ambassador Program and its life.',
    '/admin/ambassadors',
  ),
  trialRequests: staffPage(
    '/admin/trial-requests',
    'Trial Requests',
    'For staff: ministries that would rather talk with a person first.',
  ),
  trialRequest: staffPage(
    '/admin/trial-requests/_',
    'Trial Request',
    'For staff: one trial request, who has taken it, and its answers.',
    '/admin/trial-requests',
  ),
  newsletter: staffPage(
    '/admin/newsletter',
    'Newsletter Subscribers',
    'For staff: who reads the newsletter, and who has left it.',
  ),
  privacy: staffPage(
    '/admin/privacy',
    'Privacy Requests',
    'For staff: what is stored about a person, to hand over or to erase.',
  ),
  staff: staffPage('/admin/staff', 'Staff Accounts', 'For staff: who can log in here, and with what.'),
  password: staffPage('/admin/password', 'Set Your Password', 'For staff: the page behind the link of an invitation.'),
  deadJobs: staffPage('/admin/dead-jobs', 'Dead Jobs', 'For staff: work that failed for good and waits for a person.'),
  account: staffPage('/admin/account', 'Your Sign-In', 'For staff: the passkeys of one’s own account.'),
  incomplete: staffPage(
    '/trials',
    'Incomplete Trial Signups',
    'For staff: people who proved their phone and stored no card.',
  ),
  inspector: staffPage(
    '/trials/_',
    'Trial Sign-Up',
    'For staff: one sign-up, where it stands, why, and what to do next.',
    '/trials',
  ),
  database: staffPage('/database', 'Database', 'What the database holds, in numbers, behind a password of its own.'),
} satisfies Record<string, Page>;
