/** The legal documents by path; their texts, titles and descriptions are in `content/legal`. */
export const LEGAL_DOCUMENTS = {
  '/community-guidelines': 'community-guidelines',
  '/terms-of-service': 'terms-of-service',
  '/privacy-policy': 'privacy-policy',
  '/privacypolicy': 'privacy-policy',
  '/account-information': 'account-information',
} as const;
