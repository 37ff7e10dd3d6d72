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
  },
  queue: {
    path: '/admin/queue',
    module: 'queue/queue-page',
    title: 'Queue',
  },
  reports: {
    path: '/admin/reports',
    module: 'reports/reports-page',
    title: 'Reports',
  },
  board: {
    path: '/admin/board',
    module: 'reports/board-page',
    title: 'Board',
  },
  exports: {
    path: '/admin/exports',
    module: 'exports-page',
    title: 'Exports',
  },
  audit: {
    path: '/admin/audit',
    module: 'audit-page',
    title: 'Audit',
  },
  ambassadors: {
    path: '/admin/ambassadors',
    module: 'ambassadors/ambassadors-page',
    title: 'Ambassador Applications',
  },
  ambassadorReview: {
    path: '/admin/ambassadors/review',
    module: 'ambassadors/review',
    title: 'Review of Applications',
    canonical: '/admin/ambassadors',
  },
  ambassador: {
    path: '/admin/ambassadors/_',
    module: 'ambassadors/ambassador-page',
    title: 'Ambassador Application',
    canonical: '/admin/ambassadors',
  },
  trialRequests: {
    path: '/admin/trial-requests',
    module: 'trial-requests/trial-requests-page',
    title: 'Trial Requests',
  },
  trialRequest: {
    path: '/admin/trial-requests/_',
    module: 'trial-requests/trial-request-page',
    title: 'Trial Request',
    canonical: '/admin/trial-requests',
  },
  newsletter: {
    path: '/admin/newsletter',
    module: 'newsletter-page',
    title: 'Newsletter Subscribers',
  },
  privacy: {
    path: '/admin/privacy',
    module: 'privacy/privacy-page',
    title: 'Privacy Requests',
  },
  staff: {
    path: '/admin/staff',
    module: 'staff/staff-page',
    title: 'Staff Accounts',
  },
  password: {
    path: '/admin/password',
    module: 'staff/password-page',
    title: 'Set Your Password',
  },
  account: {
    path: '/admin/account',
    module: 'account/account-page',
    title: 'Your Sign-In',
  },
  incomplete: {
    path: '/trials',
    module: 'incomplete/incomplete-page',
    title: 'Incomplete Trial Signups',
  },
  inspector: {
    path: '/trials/_',
    module: 'inspector/inspector-page',
    title: 'Trial Sign-Up',
    canonical: '/trials',
  },
  database: {
    path: '/database',
    module: 'database-page',
    title: 'Database',
  },
} satisfies Record<string, Pick<Page, 'path' | 'title' | 'canonical'> & { module: string }>;
