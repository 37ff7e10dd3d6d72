import { dollars, PLANS } from '@lampstand/contracts';
import type {
  BlogPosting,
  BreadcrumbList,
  FAQPage,
  Offer,
  Organization,
  Product,
  SoftwareApplication,
  WebSite,
  WithContext,
} from 'schema-dts';
import type { Crumb } from '../components/breadcrumbs.tsx';
import { withoutLinks } from '../components/text-links.tsx';
import { PLANS_AT_HOME, SOFTWARE_VERSION } from '../content/claims.ts';
import { RATING } from '../content/owner-claims.ts';
import type { FaqItem } from '../content/faq.ts';
import type { Article } from '../content/texts.ts';
import { FREE_TRIAL, site, TRIAL_REQUEST } from '../lib/site.ts';
import { IMAGE_SIZE, imagePath } from './head.ts';
import { modifiedAt } from './page-dates.ts';

const context = { '@context': 'https://schema.org' } as const;

const rating = {
  '@type': 'AggregateRating',
  ratingValue: RATING.value,
  ratingCount: RATING.count,
  bestRating: 5,
} as const;

const ORGANIZATION = { '@id': `${site.url}/#organization` } as const;

export const organization: WithContext<Organization> = {
  ...context,
  '@type': 'Organization',
  ...ORGANIZATION,
  name: site.product,
  url: site.url,
  logo: `${site.url}/icon-512.png`,
  description:
    'A platform for youth ministries: daily habits of prayer and scripture for students, and a clear view for the leaders who walk with them.',
  email: site.supportEmail,
  contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: site.supportEmail },
};

/** `query-input` is Google's addition to the schema.org vocabulary. */
export const website: WithContext<WebSite> = {
  ...context,
  '@type': 'WebSite',
  '@id': `${site.url}/#website`,
  name: site.product,
  alternateName: new URL(site.url).host,
  url: site.url,
  publisher: ORGANIZATION,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${site.url}/search?q={search_term_string}` },
    ...({ 'query-input': 'required name=search_term_string' } as object),
  },
};

/** The largest plan is agreed on: its button leads to the contact form, and its price is that of the terms. */
const offers: Offer[] = PLANS.map(({ id, name, range, amountInCents, maxActiveUsers }) => ({
  '@type': 'Offer',
  sku: id,
  name,
  description: `${range} active users, all features, after 30 free days`,
  url: site.url + (maxActiveUsers ? FREE_TRIAL.href : TRIAL_REQUEST),
  availability: 'https://schema.org/InStock',
  price: dollars(amountInCents).slice(1),
  priceCurrency: 'USD',
  priceSpecification: {
    '@type': 'UnitPriceSpecification',
    price: dollars(amountInCents).slice(1),
    priceCurrency: 'USD',
    unitCode: 'MON',
    billingIncrement: 1,
  },
}));

/** With the plans that the home page shows. A free trial is no price: the product is sold by the month. */
export const software: WithContext<SoftwareApplication> = {
  ...context,
  '@type': 'SoftwareApplication',
  name: site.product,
  url: site.url,
  publisher: ORGANIZATION,
  image: site.url + imagePath('/'),
  applicationCategory: 'EducationalApplication',
  operatingSystem: 'iOS, Android, Web',
  softwareVersion: SOFTWARE_VERSION,
  ...(!RATING.sample && { aggregateRating: rating }),
  offers: offers.slice(0, PLANS_AT_HOME),
};

export const faqPage = (entries: readonly FaqItem[]): WithContext<FAQPage> => ({
  ...context,
  '@type': 'FAQPage',
  mainEntity: entries.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: withoutLinks(answer) },
  })),
});

/** Without the rating: search engines require it to be visible on the same page. */
export const product: WithContext<Product> = {
  ...context,
  '@type': 'Product',
  name: site.product,
  description: 'Youth ministry platform, billed monthly by active users. The first 30 days are free.',
  image: site.url + imagePath('/pricing'),
  brand: { '@type': 'Brand', name: site.product },
  offers,
};

const publisher: Organization = {
  '@type': 'Organization',
  '@id': `${site.url}/#organization`,
  name: site.product,
  url: site.url,
  logo: `${site.url}/icon-512.png`,
};

export const articleLd = (article: Article): WithContext<BlogPosting> => ({
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  headline: article.title,
  description: article.description,
  datePublished: article.published,
  dateModified: modifiedAt(article.path) ?? article.published,
  author: publisher,
  publisher,
  image: {
    '@type': 'ImageObject',
    url: site.url + imagePath(article.path),
    width: String(IMAGE_SIZE.width),
    height: String(IMAGE_SIZE.height),
  },
  mainEntityOfPage: site.url + article.path,
  articleSection: article.category,
  wordCount: article.words,
  inLanguage: 'en-US',
});

/** From the home page to the page itself. */
export const breadcrumbLd = (...trail: Crumb[]): WithContext<BreadcrumbList> => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: site.product, path: '/' }, ...trail].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: site.url + path,
  })),
});
