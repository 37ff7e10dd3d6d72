import { DEFAULT_PRODUCT } from '@lampstand/contracts';

/** What the build knows of the site it is for. The only reader of the build's environment. */
export interface Site {
  product: string;
  supportEmail: string;
  url: string;
}

export const siteFrom = (env: Record<string, string | undefined>): Site => ({
  product: env['PRODUCT_NAME'] || DEFAULT_PRODUCT,
  supportEmail: env['SUPPORT_EMAIL'] || 'support@lampstand.example',
  url: (env['SITE_URL'] || 'http://localhost:3000').replace(/\/+$/, ''),
});

declare const __SITE__: Site | undefined;

export const site: Site = typeof __SITE__ === 'object' ? __SITE__ : siteFrom({});
