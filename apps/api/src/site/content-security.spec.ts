import { describe, expect, it } from 'vitest';
import { Settings } from '../platform/config/index.ts';
import { DOCS_POLICY } from '../platform/http/openapi.ts';
import { contentSecurityPolicy } from './content-security.ts';

const HASH = "'sha256-0000'";

function policyOf(base?: string, address = '/trial'): Record<string, string[]> {
  const settings = Object.assign(new Settings(), { STRIPE_API_BASE: base });
  const page = { address, scripts: [HASH], styles: [HASH], frames: false };
  const directives = contentSecurityPolicy(page, settings).split('; ');
  return Object.fromEntries(directives.map((each) => [each.split(' ')[0]!, each.split(' ').slice(1)]));
}

describe('the policy of a page', () => {
  it.each([undefined, 'http://127.0.0.1:4242'])('allows its own inline script by hash and no other (%s)', (base) => {
    const { 'script-src': scripts } = policyOf(base);
    expect(scripts!.filter((source) => source.startsWith("'sha256-"))).toEqual([HASH]);
  });

  it.each([undefined, 'http://127.0.0.1:4242'])('allows nothing unsafe and no framing (%s)', (base) => {
    const policy = policyOf(base);
    expect(JSON.stringify(policy)).not.toMatch(/unsafe|"\*"|https:"/);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(policy['object-src']).toEqual(["'none'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    expect(policy['default-src']).toEqual(["'self'"]);
  });

  it('allows the card form of the real provider, and no local address', () => {
    const policy = policyOf();
    expect(policy['script-src']).toContain('https://js.stripe.com');
    expect(policy['frame-src']).toEqual(expect.arrayContaining(['https://js.stripe.com', 'https://hooks.stripe.com']));
    expect(policy['connect-src']).toContain('https://api.stripe.com');
    expect(JSON.stringify(policy)).not.toMatch(/127\.0\.0\.1|localhost/);
  });

  it.each(['/trial', '/trial/success', '/trial-checkout-success', '/plan'])('allows the card form at %s', (address) => {
    expect(policyOf(undefined, address)['frame-src']).toContain('https://js.stripe.com');
  });

  it.each(['/', '/pricing', '/trials', '/trials/_', '/trial-demo', '/trial-request', '/admin', '/database'])(
    'allows no host but our own at %s, which has no card form',
    (address) => {
      for (const base of [undefined, 'http://127.0.0.1:4242'])
        expect(JSON.stringify(policyOf(base, address))).not.toMatch(/stripe|https?:|4242/);
    },
  );

  it('allows the sandbox under both names of the machine, and not the real provider', () => {
    const policy = policyOf('http://127.0.0.1:4242');
    for (const name of ['script-src', 'frame-src', 'connect-src'])
      expect(policy[name]).toEqual(expect.arrayContaining(['http://127.0.0.1:4242', 'http://localhost:4242']));
    expect(JSON.stringify(policy)).not.toMatch(/stripe\.com/);
  });

  it('allows the hosts of the videos on pages with a video only', () => {
    const settings = Object.assign(new Settings(), {
      VIDEO_STUDENT_URL: 'https://videos.example/embed/1',
      VIDEO_PORTAL_URL: 'https://videos.example/embed/2',
    });
    const policyWith = (frames: boolean) =>
      contentSecurityPolicy({ address: '/trial', scripts: [], styles: [], frames }, settings);
    expect(policyWith(true)).toMatch(/frame-src [^;]+ 'self' https:\/\/videos\.example;/);
    expect(policyWith(false)).not.toContain('videos.example');
  });
});

it('lets only our own pages frame the player of a film', () => {
  expect(policyOf(undefined, '/films/student')['frame-ancestors']).toEqual(["'self'"]);
});

it('the policy of the API docs allows no inline scripts', () => {
  expect(DOCS_POLICY).toContain("default-src 'self'");
  expect(DOCS_POLICY).not.toMatch(/script-src|'unsafe-inline'.*'unsafe-inline'/);
});
