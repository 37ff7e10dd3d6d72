import { DEFAULT_PRODUCT, SAMPLE_POSTAL_ADDRESS, type TierId } from '@lampstand/contracts';

/** Product name, support address, company with its postal address, and public address of the site, fixed at build time. */
export interface Site {
  product: string;
  supportEmail: string;
  postalAddress: string;
  url: string;
  /** Films that a `VIDEO_…_URL` replaces. */
  filmsElsewhere: readonly FilmName[];
}

export type FilmName = 'student' | 'portal' | 'walkthrough';
export const FILM_NAMES: readonly FilmName[] = ['student', 'portal', 'walkthrough'];

/** Reads the build's environment; `vite.config.ts` inlines the result as `__SITE__`. */
export const siteFrom = (env: Record<string, string | undefined>): Site => ({
  product: env['PRODUCT_NAME'] || DEFAULT_PRODUCT,
  supportEmail: env['SUPPORT_EMAIL'] || 'support@lampstand.example',
  postalAddress: env['POSTAL_ADDRESS'] || `${SAMPLE_POSTAL_ADDRESS} (sample address)`,
  url: (env['SITE_URL'] || 'http://localhost:3000').replace(/\/+$/, ''),
  filmsElsewhere: FILM_NAMES.filter((name) => env[`VIDEO_${name.toUpperCase()}_URL`]),
});

declare const __SITE__: Site | undefined;

export const site: Site = typeof __SITE__ === 'object' ? __SITE__ : siteFrom({});

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
export const FREE_TRIAL = { href: TRIAL, label: 'Free Trial' } as const;

export const FOOTER_COLUMNS = [
  { heading: 'Quick Links', links: [...HEADER_LINKS, FREE_TRIAL] },
  {
    heading: 'Resources',
    links: [
      { href: '/help', label: 'Help Center' },
      { href: '/faq', label: 'FAQ' },
      { href: '/blog', label: 'Blog' },
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
