import { DEFAULT_SITE, type SiteValues, type TierId } from '@lampstand/contracts';

/** The values of the running server; in a browser, as the page has them. */
export const site: SiteValues =
  typeof document === 'undefined'
    ? (globalThis.SITE ?? DEFAULT_SITE)
    : JSON.parse(document.querySelector('#site')!.textContent);

export const DASHBOARD = '/api/go/dashboard';
export const TRIAL = '/trial';
/** The sign-up with a plan: step three has it preselected. */
export const trialWith = (plan: TierId): string => `${TRIAL}?plan=${plan}`;
export const PLAN = '/plan';
export const SEARCH = '/search';
export const TRIAL_REQUEST = '/trial-request';
export const AMBASSADOR_APPLICATION = '/ambassador-application';

export const HEADER_LINKS = [
  { href: '/#story', label: 'Our Story' },
  { href: '/#features', label: 'Features' },
  { href: '/#faith-that-lasts', label: 'Faith That Lasts' },
  { href: '/pricing', label: 'Pricing' },
  { href: '/trial-demo', label: 'Demo' },
] as const;

export const LOG_IN = { href: DASHBOARD, label: 'Log In' } as const;
export const MY_PLAN = { href: PLAN, label: 'My plan' } as const;
export const FREE_TRIAL = { href: TRIAL, label: 'Free Trial' } as const;

export const FOOTER_COLUMNS = [
  { heading: 'Quick Links', links: [...HEADER_LINKS, FREE_TRIAL] },
  {
    heading: 'Resources',
    links: [
      { href: '/help', label: 'Help Center' },
      { href: '/gettingstarted', label: 'Getting Started' },
      { href: '/faq', label: 'FAQ' },
      { href: '/blog', label: 'Blog' },
      { href: '/resources', label: 'Printable Sheets' },
      { href: '/crisis', label: 'Crisis Help' },
      { href: '/youth-pastor-guide', label: 'Youth Pastor Guide' },
      { href: '/youth-ministry-tools', label: 'Ministry Tools' },
      { href: '/safety', label: 'Safety and Trust' },
      { href: '/evidence', label: 'Evidence' },
      { href: AMBASSADOR_APPLICATION, label: 'Ambassador Program' },
      { href: '/conference', label: 'Conference' },
      { href: '/community-guidelines', label: 'Community Guidelines' },
      { href: '/terms-of-service', label: 'Terms of Service' },
      { href: '/privacy-policy', label: 'Privacy Policy' },
      { href: '/account-information', label: 'Account Information' },
      { href: '/search', label: 'Search' },
    ],
  },
] as const;
