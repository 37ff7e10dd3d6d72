import { dollars, PLANS } from '@lampstand/contracts';
import type { FAQPage, Offer, Organization, Product, SoftwareApplication, WebSite, WithContext } from 'schema-dts';
import { RATING, SOFTWARE_VERSION } from './claims.ts';
import { site } from './env.ts';
import type { FaqItem } from './faq-entries.ts';
import { FREE_TRIAL, TRIAL_REQUEST } from './links.ts';
import { imagePath } from './page-image.ts';

const context = { '@context': 'https://schema.org' } as const;

const rating = {
  '@type': 'AggregateRating',
  ratingValue: RATING.value,
  ratingCount: RATING.count,
  bestRating: 5,
} as const;

const ORGANISATION = { '@id': `${site.url}/#organisation` } as const;

export const organisation: WithContext<Organization> = {
  ...context,
  '@type': 'Organization',
  ...ORGANISATION,
  name: site.product,
  url: site.url,
  logo: `${site.url}/icon-512.png`,
  email: site.supportEmail,
  contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: site.supportEmail },
};

/** The placeholder of the search action is not part of the vocabulary, but of the search engines' own reading of it. */
export const website: WithContext<WebSite> = {
  ...context,
  '@type': 'WebSite',
  '@id': `${site.url}/#website`,
  name: site.product,
  url: site.url,
  publisher: ORGANISATION,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${site.url}/search?q={search_term_string}` },
    ...({ 'query-input': 'required name=search_term_string' } as object),
  },
};

export const software: WithContext<SoftwareApplication> = {
  ...context,
  '@type': 'SoftwareApplication',
  name: site.product,
  url: site.url,
  publisher: ORGANISATION,
  image: site.url + imagePath('/'),
  applicationCategory: 'EducationalApplication',
  operatingSystem: 'iOS, Android, Web',
  softwareVersion: SOFTWARE_VERSION,
  aggregateRating: rating,
  offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD', description: '30-day free trial, all features' },
};

export const faqPage = (entries: readonly FaqItem[]): WithContext<FAQPage> => ({
  ...context,
  '@type': 'FAQPage',
  mainEntity: entries.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

/** The largest plan is offered without a price: it is talked about. */
const offers: Offer[] = PLANS.map(({ id, name, range, amountInCents, maxActiveUsers }) => ({
  '@type': 'Offer',
  sku: id,
  name,
  description: `${range} active users, all features`,
  url: site.url + (maxActiveUsers ? FREE_TRIAL.href : TRIAL_REQUEST),
  availability: 'https://schema.org/InStock',
  ...(maxActiveUsers && {
    price: dollars(amountInCents).slice(1),
    priceCurrency: 'USD',
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price: dollars(amountInCents).slice(1),
      priceCurrency: 'USD',
      unitText: 'month',
      billingIncrement: 1,
    },
  }),
}));

/** Without the rating, which may be told only where it is read, too. */
export const product: WithContext<Product> = {
  ...context,
  '@type': 'Product',
  name: site.product,
  description: 'Youth ministry platform, billed monthly by active users. The first 30 days are free.',
  image: site.url + imagePath('/pricing'),
  brand: { '@type': 'Brand', name: site.product },
  offers,
};
