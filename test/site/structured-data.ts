/**
 * A checker of structured data: for each type the properties that search engines document as required and as recommended,
 * and the form of their values. https://developers.google.com/search/docs/appearance/structured-data/search-gallery
 */

export interface Problem {
  level: 'error' | 'warning';
  /** Where it is, such as `Product.offers[5].price`. */
  at: string;
  what: string;
}

interface Type {
  required: readonly string[];
  /** Of each group one property is required. */
  oneOf?: readonly (readonly string[])[];
  recommended: readonly string[];
}

const ARTICLE: Type = {
  required: [],
  recommended: ['headline', 'image', 'author', 'datePublished', 'dateModified'],
};

/** Properties that apply only to live videos, to goods that are shipped, or to other kinds of pages are not listed. */
const TYPES: Record<string, Type> = {
  AggregateRating: { required: ['ratingValue'], oneOf: [['ratingCount', 'reviewCount']], recommended: ['bestRating'] },
  Answer: { required: ['text'], recommended: [] },
  Article: ARTICLE,
  BlogPosting: ARTICLE,
  Brand: { required: ['name'], recommended: [] },
  BreadcrumbList: { required: ['itemListElement'], recommended: [] },
  ContactPoint: { required: ['contactType'], oneOf: [['email', 'telephone']], recommended: [] },
  EntryPoint: { required: ['urlTemplate'], recommended: [] },
  FAQPage: { required: ['mainEntity'], recommended: [] },
  ImageObject: { required: ['url'], recommended: ['width', 'height'] },
  ListItem: { required: ['position', 'name', 'item'], recommended: [] },
  Offer: {
    required: ['price', 'priceCurrency'],
    recommended: ['availability', 'url', 'name', 'description', 'priceSpecification'],
  },
  Organization: {
    required: ['name', 'url'],
    recommended: ['logo', 'description', 'email', 'contactPoint', 'address', 'sameAs'],
  },
  Person: { required: ['name'], recommended: ['url'] },
  PostalAddress: { required: ['streetAddress'], recommended: ['addressLocality', 'addressRegion', 'postalCode'] },
  Product: {
    required: ['name', 'image', 'offers'],
    recommended: ['description', 'brand', 'aggregateRating', 'review'],
  },
  Question: { required: ['name', 'acceptedAnswer'], recommended: [] },
  Rating: { required: ['ratingValue'], recommended: ['bestRating'] },
  Review: { required: ['author', 'reviewRating'], recommended: ['reviewBody'] },
  SearchAction: { required: ['target', 'query-input'], recommended: [] },
  SoftwareApplication: {
    required: ['name', 'offers'],
    oneOf: [['aggregateRating', 'review']],
    recommended: ['applicationCategory', 'operatingSystem'],
  },
  UnitPriceSpecification: { required: ['price', 'priceCurrency', 'unitCode'], recommended: [] },
  VideoObject: {
    required: ['name', 'thumbnailUrl', 'uploadDate'],
    oneOf: [['contentUrl', 'embedUrl']],
    recommended: ['description', 'duration'],
  },
  WebSite: { required: ['name', 'url'], recommended: ['alternateName', 'potentialAction'] },
};

/** Nested as an author or a publisher, an organization needs no more than this. */
const AUTHOR: Type = { required: ['name'], recommended: ['url'] };

const ADDRESS = /^https?:\/\/[^/\s{}]+(\/[^\s{}]*)?$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/;
const AMOUNT = /^\d+(\.\d\d)?$/;

/** The form of a property's value, wherever it stands. */
const FORMS: Record<string, { form: string; holds: (value: unknown) => boolean }> = {
  ...named(['url', 'logo', 'item', 'thumbnailUrl', 'contentUrl', 'embedUrl', 'sameAs', 'mainEntityOfPage'], {
    form: 'an absolute address',
    holds: (value) => ADDRESS.test(String(value)),
  }),
  ...named(['datePublished', 'dateModified', 'uploadDate'], {
    form: 'an instant with its time zone',
    holds: (value) => INSTANT.test(String(value)) && !Number.isNaN(Date.parse(String(value))),
  }),
  ...named(['price', 'lowPrice', 'highPrice'], {
    form: 'an amount above 0, because nothing is sold for free',
    holds: (value) => AMOUNT.test(String(value)) && Number(value) > 0,
  }),
  ...named(['priceCurrency'], {
    form: 'a currency of three letters',
    holds: (value) => /^[A-Z]{3}$/.test(String(value)),
  }),
  ...named(['unitCode'], { form: 'a unit of UN/CEFACT', holds: (value) => /^(MON|ANN|DAY|WEE)$/.test(String(value)) }),
  ...named(['duration'], {
    form: 'an ISO 8601 duration',
    holds: (value) => /^PT(\d+H)?(\d+M)?(\d+S)?$/.test(String(value)),
  }),
  ...named(['availability'], {
    form: 'an availability of schema.org',
    holds: (value) => /^https:\/\/schema\.org\/(InStock|OnlineOnly|PreOrder)$/.test(String(value)),
  }),
  ...named(['headline'], { form: 'a text of at most 110 characters', holds: (value) => String(value).length <= 110 }),
};

function named<T>(names: readonly string[], form: T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, form]));
}

/** Everything that search engines would report about this data and what is nested in it. */
export function problemsOf(data: any, at: string = data['@type']): Problem[] {
  const isNested = at !== data['@type'];
  const type = isNested && data['@type'] === 'Organization' ? AUTHOR : TYPES[data['@type']];
  if (!type) return [{ level: 'error', at, what: `the type ${data['@type']} is unknown` }];
  const error = (place: string, what: string): Problem => ({ level: 'error', at: place, what });
  const lacks = (name: string) => isEmpty(data[name]);
  return [
    ...missing(type),
    ...(data['@type'] === 'BreadcrumbList' ? brokenTrail(data.itemListElement ?? []) : []),
    ...Object.entries(data).flatMap(([name, value]) =>
      Array.isArray(value) ? value.flatMap((each, nth) => of(name, each, `[${nth}]`)) : of(name, value),
    ),
  ];

  function missing({ required, oneOf = [], recommended }: Type): Problem[] {
    return [
      ...required.filter(lacks).map((name) => error(`${at}.${name}`, 'is required')),
      ...oneOf
        .filter((group) => group.every(lacks))
        .map((group) => error(`${at}.${group[0]}`, `is required, or ${group.slice(1).join(', ')}`)),
      ...recommended
        .filter(lacks)
        .map((name): Problem => ({ level: 'warning', at: `${at}.${name}`, what: 'is recommended' })),
    ];
  }

  function of(name: string, value: any, nth = ''): Problem[] {
    const place = `${at}.${name}${nth}`;
    if (typeof value === 'object' && value?.['@type']) return problemsOf(value, place);
    const form = FORMS[name];
    return form && !form.holds(value) ? [error(place, `is ${JSON.stringify(value)}, not ${form.form}`)] : [];
  }

  function brokenTrail(items: any[]): Problem[] {
    const inOrder = items.length > 1 && items.every(({ position }, nth) => position === nth + 1);
    return inOrder ? [] : [error(`${at}.itemListElement`, 'has fewer than two items, or positions other than 1, 2, 3')];
  }
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
