/**
 * The pages of the back office: their address, and their module in this folder without its extension. A path that ends with
 * `_` is served for every id. Their titles and descriptions are in `seo/back-office-pages.ts`.
 */
export const STAFF_PAGES = {
  signups: { path: '/admin', module: 'signups/signups-page' },
  queue: { path: '/admin/queue', module: 'queue/queue-page' },
  reports: { path: '/admin/reports', module: 'reports/reports-page' },
  exports: { path: '/admin/exports', module: 'exports-page' },
  audit: { path: '/admin/audit', module: 'audit-page' },
  ambassadors: { path: '/admin/ambassadors', module: 'ambassadors/ambassadors-page' },
  ambassadorReview: { path: '/admin/ambassadors/review', module: 'ambassadors/review/review-page' },
  ambassador: { path: '/admin/ambassadors/_', module: 'ambassadors/ambassador-page' },
  trialRequests: { path: '/admin/trial-requests', module: 'trial-requests/trial-requests-page' },
  trialRequest: { path: '/admin/trial-requests/_', module: 'trial-requests/trial-request-page' },
  newsletter: { path: '/admin/newsletter', module: 'newsletter-page' },
  privacy: { path: '/admin/privacy', module: 'privacy/privacy-page' },
  staff: { path: '/admin/staff', module: 'staff/staff-page' },
  password: { path: '/admin/password', module: 'staff/password-page' },
  account: { path: '/admin/account', module: 'account/account-page' },
  incomplete: { path: '/trials', module: 'incomplete/incomplete-page' },
  inspector: { path: '/trials/_', module: 'inspector/inspector-page' },
  database: { path: '/database', module: 'database-page' },
};
