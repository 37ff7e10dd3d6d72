import { site } from '../lib/site.ts';
import type { Page } from './pages.ts';

const staffPage = (path: string, name: string, description: string, canonical?: string): Page => ({
  path,
  title: `${name} | ${site.product}`,
  description,
  keywords: ['back office', 'staff', name.toLowerCase()],
  hydrate: true,
  noindex: true,
  ...(canonical && { canonical }),
});

/** Pages for staff. A path that ends with `_` is served for every id. */
export const backOfficePages = {
  signups: staffPage(
    '/admin',
    'Trial Signup Dashboard',
    'Every trial sign-up for staff: by day, by search, and as a file.',
  ),
  exports: staffPage('/admin/exports', 'Exports', 'For staff: every file that left the house, who took it and when.'),
  audit: staffPage('/admin/audit', 'Audit', 'For staff: every sign-in, look, repair, export and decision.'),
  ambassadors: staffPage(
    '/admin/ambassadors',
    'Ambassador Applications',
    'For staff: applications to the Ambassador Program that wait for an answer.',
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
  newsletter: staffPage(
    '/admin/newsletter',
    'Newsletter Subscribers',
    'For staff: who reads the newsletter, and who has left it.',
  ),
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
