import { site } from '../lib/site.ts';
import type { Page } from './page.ts';

export const LEGAL_DOCUMENTS = {
  '/community-guidelines': 'community-guidelines',
  '/terms-of-service': 'terms-of-service',
  '/privacy-policy': 'privacy-policy',
  '/privacypolicy': 'privacy-policy',
  '/account-information': 'account-information',
} as const;

const legal = (
  path: keyof typeof LEGAL_DOCUMENTS,
  name: string,
  picture: string,
  description: string,
  keywords: string[],
): Page => ({
  path,
  picture,
  title: `${name} | ${site.product}`,
  description,
  keywords,
  hydrate: false,
});

const privacyPolicy = legal(
  '/privacy-policy',
  'Privacy Policy',
  'a padlock',
  'What we know about you in the app and on this site, why we keep it, who helps us handle it, when it is deleted, and how to see or erase it.',
  ['privacy policy', 'youth app privacy', 'data deletion', 'parental consent', 'student data'],
);

export const legalPages = {
  communityGuidelines: legal(
    '/community-guidelines',
    'Community Guidelines',
    'two hands that meet',
    'How students and leaders treat each other: adults talk with students in groups, personal details stay private, and how to report what is wrong.',
    ['community guidelines', 'youth online safety', 'child protection in ministry', 'safe messaging', 'reporting'],
  ),
  termsOfService: legal(
    '/terms-of-service',
    'Terms of Service',
    'a signed page',
    'Who may sign up, how the 30-day trial and monthly billing work, how to cancel, what each of us may expect of the other, and which law applies.',
    ['terms of service', 'free trial terms', 'billing by active users', 'cancel anytime'],
  ),
  privacyPolicy,
  privacyPolicyAlias: { ...privacyPolicy, path: '/privacypolicy', canonical: privacyPolicy.path },
  accountInformation: legal(
    '/account-information',
    'Account Information',
    'a profile card',
    'How to see, update or delete what is stored in your account, in the app settings or by email, and how to opt out of our communications.',
    ['account information', 'delete account', 'data access', 'opt out'],
  ),
} satisfies Record<string, Page>;
