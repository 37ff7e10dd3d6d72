import type { Page } from '../seo/page.ts';

/**
 * The pages of the back office: their address, and their module in this folder without its extension. A path that ends with
 * `_` is served for every id.
 */
export const STAFF_PAGES = {
  signups: {
    path: '/admin',
    module: 'signups/signups-page',
    title: 'Trial Signup Dashboard',
    description: 'Every trial sign-up for staff: by day, by search, and as a file.',
  },
  queue: {
    path: '/admin/queue',
    module: 'queue/queue-page',
    title: 'Queue',
    description: 'For staff: what waits for a person.',
  },
  reports: {
    path: '/admin/reports',
    module: 'reports/reports-page',
    title: 'Reports',
    description: 'For staff: how far sign-ups come.',
  },
  board: {
    path: '/admin/board',
    module: 'reports/board-page',
    title: 'Board',
    description: 'For staff: who pays, and how much.',
  },
  exports: {
    path: '/admin/exports',
    module: 'exports-page',
    title: 'Exports',
    description: 'For staff: who took which file.',
  },
  audit: {
    path: '/admin/audit',
    module: 'audit-page',
    title: 'Audit',
    description: 'For staff: who did what.',
  },
  ambassadors: {
    path: '/admin/ambassadors',
    module: 'ambassadors/ambassadors-page',
    title: 'Ambassador Applications',
    description: 'For staff: ambassador applications.',
  },
  ambassadorReview: {
    path: '/admin/ambassadors/review',
    module: 'ambassadors/review',
    title: 'Review of Applications',
    description: 'For staff: the first open application.',
    canonical: '/admin/ambassadors',
  },
  ambassador: {
    path: '/admin/ambassadors/_',
    module: 'ambassadors/ambassador-page',
    title: 'Ambassador Application',
    description: 'For staff: one ambassador application.',
    canonical: '/admin/ambassadors',
  },
  trialRequests: {
    path: '/admin/trial-requests',
    module: 'trial-requests/trial-requests-page',
    title: 'Trial Requests',
    description: 'For staff: trial requests.',
  },
  trialRequest: {
    path: '/admin/trial-requests/_',
    module: 'trial-requests/trial-request-page',
    title: 'Trial Request',
    description: 'For staff: one trial request.',
    canonical: '/admin/trial-requests',
  },
  newsletter: {
    path: '/admin/newsletter',
    module: 'newsletter-page',
    title: 'Newsletter Subscribers',
    description: 'For staff: who reads the newsletter.',
  },
  privacy: {
    path: '/admin/privacy',
    module: 'privacy/privacy-page',
    title: 'Privacy Requests',
    description: 'For staff: what is stored about a person.',
  },
  staff: {
    path: '/admin/staff',
    module: 'staff/staff-page',
    title: 'Staff Accounts',
    description: 'For staff: who can log in here, and with what.',
  },
  password: {
    path: '/admin/password',
    module: 'staff/password-page',
    title: 'Set Your Password',
    description: 'For staff: the page behind the link of an invitation.',
  },
  account: {
    path: '/admin/account',
    module: 'account/account-page',
    title: 'Your Sign-In',
    description: 'For staff: the passkeys of one’s own account.',
  },
  incomplete: {
    path: '/trials',
    module: 'incomplete/incomplete-page',
    title: 'Incomplete Trial Signups',
    description: 'For staff: people who proved their phone and stored no card.',
  },
  inspector: {
    path: '/trials/_',
    module: 'inspector/inspector-page',
    title: 'Trial Sign-Up',
    description: 'For staff: one sign-up.',
    canonical: '/trials',
  },
  database: {
    path: '/database',
    module: 'database-page',
    title: 'Database',
    description: 'What the database holds, in numbers, behind a password of its own.',
  },
} satisfies Record<string, Pick<Page, 'path' | 'title' | 'description' | 'canonical'> & { module: string }>;
