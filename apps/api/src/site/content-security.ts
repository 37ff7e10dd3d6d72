import { createHash } from 'node:crypto';
import type { Settings } from '../platform/config/index.ts';

const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  image: ['https://*.stripe.com'],
};

/** The sandbox stands for all of Stripe's origins at once, under both names of this machine. */
const sandboxSources = (base: string) => {
  const { protocol, port } = new URL(base);
  const origins = [
    ...new Set([new URL(base).origin, `${protocol}//127.0.0.1:${port}`, `${protocol}//localhost:${port}`]),
  ];
  return { script: origins, frame: origins, connect: origins, image: [] };
};

/** A video begins at an address of ours and is led on to its host, or to the stand-in of the sandbox. */
const videoSources = ({ VIDEO_STUDENT_URL, VIDEO_PORTAL_URL, sandbox }: Settings): string[] => {
  const standIns = sandbox ? sandboxSources(sandbox).frame : [];
  const hosts = [VIDEO_STUDENT_URL, VIDEO_PORTAL_URL].flatMap((url) => (url ? [new URL(url).origin] : standIns));
  return ["'self'", ...new Set(hosts)];
};

/** Where a card is asked for, or another one than before. */
const CARD_PAGES = /^\/(trial|trial-checkout-success|plan)(\/|$)/;
const NO_CARD = { script: [], frame: [], connect: [], image: [] };

const REPORTS = '/api/csp-reports';
/** Where a browser reports what the policy of a page has stopped (W3C Reporting API). */
export const REPORTING_ENDPOINTS = `csp="${REPORTS}"`;

/** The policy of a page: its own files, its own inline scripts by hash, and where a card is asked for the provider's form. */
export function contentSecurityPolicy(html: string, settings: Settings, address: string): string {
  const provider = settings.sandbox ? sandboxSources(settings.sandbox) : STRIPE;
  const { script, frame, connect, image } = CARD_PAGES.test(address) ? provider : NO_CARD;
  const frames = [...frame, ...(html.includes('<iframe') ? videoSources(settings) : [])];
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineHashes(html), ...script],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', ...image],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect],
    'frame-src': frames.length ? frames : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'report-to': ['csp'],
    // For browsers without the Reporting API.
    'report-uri': [REPORTS],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** The policy of what is no page of the site. */
export const POLICY_OF_A_CALL = "default-src 'none'; frame-ancestors 'none'";

/** The policy of the API's own description, whose styles are inline. */
export const POLICY_OF_THE_DESCRIPTION =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

function inlineHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*ld\+json)[^>]*>(.*?)<\/script>/gs);
  return [...scripts].map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  );
}
