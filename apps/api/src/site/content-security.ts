import type { Settings } from '../platform/config/index.ts';

const STRIPE = {
  page: ['https://checkout.stripe.com'],
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  image: ['https://*.stripe.com'],
};

/** The sandbox replaces all of Stripe's origins, as 127.0.0.1 and as localhost. */
const sandboxSources = (base: string) => {
  const { protocol, port } = new URL(base);
  const origins = [
    ...new Set([new URL(base).origin, `${protocol}//127.0.0.1:${port}`, `${protocol}//localhost:${port}`]),
  ];
  return { page: origins, script: origins, frame: origins, connect: origins, image: [] };
};

/** Films are framed from the site, or by a redirect of ours from the host that the owner has set. */
const videoSources = ({ VIDEO_STUDENT_URL, VIDEO_PORTAL_URL, VIDEO_WALKTHROUGH_URL }: Settings): string[] => {
  const urls = [VIDEO_STUDENT_URL, VIDEO_PORTAL_URL, VIDEO_WALKTHROUGH_URL];
  return ["'self'", ...new Set(urls.flatMap((url) => (url ? [new URL(url).origin] : [])))];
};

/** The players of the films, in frames of our pages. */
const PLAYER = /^\/films\//;

/** Pages with a card form. */
const CARD_PAGES = /^\/(trial|trial-checkout-success|plan)(\/|$)/;
/** Its form leads to the provider's own page; browsers apply `form-action` to redirects, too. */
const PLAIN_CARD_PAGE = '/trial/card';
const NO_PROVIDER = { script: [], frame: [], connect: [], image: [] };

const REPORTS = '/api/csp-reports';
/** The Reporting-Endpoints header: where browsers report violations. */
export const REPORTING_ENDPOINTS = `csp="${REPORTS}"`;

/** What the policy of a page depends on. */
interface PolicyOf {
  address: string;
  /** Sources of its inline scripts and styles: hashes or a nonce. */
  scripts: string[];
  styles: string[];
  /** It has frames, for videos. */
  frames: boolean;
}

/** The policy of a page: files of the site, its inline scripts and styles, and on pages with a card form the payment provider. */
export function contentSecurityPolicy(page: PolicyOf, settings: Settings): string {
  const { address } = page;
  const provider = settings.sandbox ? sandboxSources(settings.sandbox) : STRIPE;
  const { script, frame, connect, image } = CARD_PAGES.test(address) ? provider : NO_PROVIDER;
  const frames = [...frame, ...(page.frames ? videoSources(settings) : [])];
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...page.scripts, ...script],
    'style-src': ["'self'", ...page.styles],
    'img-src': ["'self'", 'data:', ...image],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect],
    'frame-src': frames.length ? frames : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...(address === PLAIN_CARD_PAGE ? provider.page : [])],
    'frame-ancestors': [PLAYER.test(address) ? "'self'" : "'none'"],
    'report-to': ['csp'],
    // For browsers without the Reporting API.
    'report-uri': [REPORTS],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
