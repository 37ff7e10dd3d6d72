export const FILM_NAMES = ['student', 'portal', 'walkthrough'] as const;
export type FilmName = (typeof FILM_NAMES)[number];

/** What the owner sets and pages show. The running server gives it to the pages that it renders, and each page to its scripts. */
export interface SiteValues {
  product: string;
  supportEmail: string;
  postalAddress: string;
  /** Public address of the site, without a slash at its end. */
  url: string;
  /** Films that a `VIDEO_…_URL` replaces. */
  filmsElsewhere: readonly FilmName[];
}

/** Company and postal address. The setting POSTAL_ADDRESS replaces it on the site and in mails. */
export const SAMPLE_POSTAL_ADDRESS = 'Lampstand, 1200 Congress Avenue, Austin, TX 78701';

export const DEFAULT_SITE: SiteValues = {
  product: 'Lampstand',
  supportEmail: 'support@lampstand.example',
  postalAddress: `${SAMPLE_POSTAL_ADDRESS} (sample address)`,
  url: 'http://localhost:3000',
  filmsElsewhere: [],
};

declare global {
  /** Set by the server before it loads the pages: one process serves one site. */
  var SITE: SiteValues | undefined;
}
