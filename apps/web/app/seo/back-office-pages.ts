import { STAFF_PAGES } from '../back-office/pages.ts';
import { site } from '../lib/site.ts';
import type { Page } from './page.ts';

type StaffPage = Page & (typeof STAFF_PAGES)[keyof typeof STAFF_PAGES];

const staffPage = (
  page: { path: string; module: string },
  name: string,
  description: string,
  canonical?: string,
): StaffPage => ({
  ...page,
  title: `${name} | ${site.product}`,
  description,
  keywords: ['back office', 'staff', name.toLowerCase()],
  hydrate: true,
  noindex: true,
  ...(canonical && { canonical }),
});

/** Pages for staff. */
export const backOfficePages = {
  signups: staffPage(
    STAFF_PAGES.signups,
    'Trial Signup Dashboard',
    'Every trial sign-up for staff: by day, by search, and as a file.',
  ),
  queue: staffPage(STAFF_PAGES.queue, 'Queue', 'For staff: what needs a person, oldest first, and who has taken it.'),
  reports: staffPage(STAFF_PAGES.reports, 'Reports', 'For staff: how far sign-ups come, by day and by step.'),
  exports: staffPage(
    STAFF_PAGES.exports,
    'Exports',
    'For staff: every file that left the house, who took it and when.',
  ),
  audit: staffPage(STAFF_PAGES.audit, 'Audit', 'For staff: every sign-in, look, support action, export and decision.'),
  ambassadors: staffPage(
    STAFF_PAGES.ambassadors,
    'Ambassador Applications',
    'For staff: applications to the Ambassador Program that wait for an answer.',
  ),
  ambassadorReview: staffPage(
    STAFF_PAGES.ambassadorReview,
    'Review of Applications',
    'For staff: open applications to the Ambassador Program, one by one.',
    '/admin/ambassadors',
  ),
  ambassador: staffPage(
    STAFF_PAGES.ambassador,
    'Ambassador Application',
    'For staff: one application to the Ambassador Program and its life.',
    '/admin/ambassadors',
  ),
  trialRequests: staffPage(
    STAFF_PAGES.trialRequests,
    'Trial Requests',
    'For staff: ministries that would rather talk with a person first.',
  ),
  trialRequest: staffPage(
    STAFF_PAGES.trialRequest,
    'Trial Request',
    'For staff: one trial request, who has taken it, and its answers.',
    '/admin/trial-requests',
  ),
  newsletter: staffPage(
    STAFF_PAGES.newsletter,
    'Newsletter Subscribers',
    'For staff: who reads the newsletter, and who has left it.',
  ),
  privacy: staffPage(
    STAFF_PAGES.privacy,
    'Privacy Requests',
    'For staff: what is stored about a person, to hand over or to erase.',
  ),
  staff: staffPage(STAFF_PAGES.staff, 'Staff Accounts', 'For staff: who can log in here, and with what.'),
  password: staffPage(
    STAFF_PAGES.password,
    'Set Your Password',
    'For staff: the page behind the link of an invitation.',
  ),
  account: staffPage(STAFF_PAGES.account, 'Your Sign-In', 'For staff: the passkeys of one’s own account.'),
  incomplete: staffPage(
    STAFF_PAGES.incomplete,
    'Incomplete Trial Signups',
    'For staff: people who proved their phone and stored no card.',
  ),
  inspector: staffPage(
    STAFF_PAGES.inspector,
    'Trial Sign-Up',
    'For staff: one sign-up, where it stands, why, and what to do next.',
    '/trials',
  ),
  database: staffPage(
    STAFF_PAGES.database,
    'Database',
    'What the database holds, in numbers, behind a password of its own.',
  ),
} satisfies Record<string, StaffPage>;
