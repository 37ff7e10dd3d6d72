/** Where the header, the drawer and the footer lead. */
export const HEADER_LINKS = [
  { href: '/#story', label: 'Our Story' },
  { href: '/#features', label: 'Features' },
  { href: '/#faith-that-lasts', label: 'Faith That Lasts' },
  { href: '/pricing', label: 'Pricing' },
  { href: '/trial-demo', label: 'Demo' },
] as const;

export const LOG_IN = { href: '/api/go/dashboard', label: 'Log In' } as const;
export const FREE_TRIAL = { href: '/trial', label: 'Free Trial' } as const;

export const FOOTER_COLUMNS = [
  { heading: 'Quick Links', links: [...HEADER_LINKS, FREE_TRIAL] },
  {
    heading: 'Resources',
    links: [
      { href: '/help', label: 'Help Center' },
      { href: '/faq', label: 'FAQ' },
      { href: '/blog', label: 'Blog' },
      { href: '/youth-pastor-guide', label: 'Youth Pastor Guide' },
      { href: '/youth-ministry-tools', label: 'Ministry Tools' },
      { href: '/community-guidelines', label: 'Community Guidelines' },
      { href: '/terms-of-service', label: 'Terms of Service' },
      { href: '/privacy-policy', label: 'Privacy Policy' },
      { href: '/search', label: 'Search' },
    ],
  },
] as const;

export const TRIAL_REQUEST = '/trial-request';
export const AMBASSADOR_APPLICATION = '/ambassador-application';
