/** How the server sends the site's pages and files: headers, encodings, caching. */
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PORTAL } from '../../apps/web/app/films/portal-story.ts';
import { captionsOf } from '../../apps/web/app/films/story.ts';
import { STUDENT } from '../../apps/web/app/films/student-story.ts';
import { WALKTHROUGH } from '../../apps/web/app/films/walkthrough-story.ts';
import { rawPagesOf } from '../builders/index.ts';
import { pageOf, pathIn, renderedAt, tidy } from '../site/built-page.ts';
import { NOWHERE, ofEachKind, PATHS } from '../site/pages.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const get = rawPagesOf(stack);

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/** The form of the card posts to another site. */
const SERVED = [...new Set([...ofEachKind(PATHS), '/trial/card'])];

describe('a page', () => {
  it.each([...SERVED, NOWHERE])('%s has the security headers', async (path) => {
    const { status, headers } = await get(path);
    expect(status).toBe(path === NOWHERE ? 404 : 200);
    expect(headers).toMatchObject(SECURITY);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = new Map(
      headers['content-security-policy']!.split('; ').map((each) => each.split(/ (.*)/) as [string, string]),
    );
    for (const directive of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy.get(directive)).toBe("'none'");
    // The plain form of the card leads to the payment provider's own page.
    expect(policy.get('form-action')).toMatch(path === '/trial/card' ? /^'self' http/ : /^'self'$/);
    for (const directive of ['default-src', 'font-src']) expect(policy.get(directive)).toBe("'self'");
    expect(policy.get('style-src')).toMatch(/^'self' 'sha256-[\w+/]+='$/);
    expect(policy.get('script-src')).not.toMatch(/unsafe|data:|\*(?!\.)|^https?:$/);
    expect(headers['server']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['/PRICING', '/pricing'],
    ['/Privacy-Policy?from=mail', '/privacy-policy?from=mail'],
    ['/pric%69ng', '/pricing'],
    ['/BLOG/small-group-culture', '/blog/small-group-culture'],
    ['/TRIALS/7', '/trials/7'],
  ])('at %s has the address %s', async (typed, address) => {
    const { status, headers } = await get(typed);
    expect([status, headers['location']]).toEqual([301, address]);
    expect((await get(address)).status).toBe(200);
  });

  it('of the back office is the same for all ids, and for none that is no number', async () => {
    const [one, other] = [await get('/trials/7'), await get('/trials/1234567890123')];
    expect(other.headers['etag']).toBe(one.headers['etag']);
    expect(other.text).toBe(one.text);
    for (const id of ['_', '%3Aid', 'x7', '%0D%0Ax', '%C3%A9', 'a%2Fb'])
      expect((await get(`/trials/${id}`)).status).toBe(404);
  });

  it.each([...SERVED, NOWHERE])('%s is the same in every encoding, and HEAD has no body', async (path) => {
    const [plain, br, gzip, head] = await Promise.all([
      get(path),
      get(path, { 'accept-encoding': 'gzip, deflate, br, zstd' }),
      get(path, { 'accept-encoding': 'gzip' }),
      get(path, {}, 'HEAD'),
    ]);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['vary']).toBe('accept-encoding');
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(br.body.length).toBeLessThan(gzip.body.length);
    expect(head.status).toBe(plain.status);
    expect(head.body.length).toBe(0);
    expect(Number(head.headers['content-length'])).toBe(plain.body.length);
  });

  it.each(SERVED)('%s is revalidated each time and sent again only after a change', async (path) => {
    const { headers } = await get(path, { 'accept-encoding': 'br' });
    expect(headers['cache-control']).toBe('no-cache');
    for (const known of [headers.etag!, `"old", ${headers.etag}`, headers.etag!.replace('W/', ''), '*']) {
      const again = await get(path, { 'if-none-match': known, 'accept-encoding': 'br' });
      expect({ status: again.status, bytes: again.body.length, etag: again.headers.etag }).toEqual({
        status: 304,
        bytes: 0,
        etag: headers.etag,
      });
    }
    expect((await get(path, { 'if-none-match': '"old"' })).status).toBe(200);
  });

  it('allows its own inline scripts and styles and no others', async () => {
    for (const path of ['/', '/trial', '/nowhere']) {
      const { headers, text } = await get(path);
      const inline = [...text.matchAll(/<(script|style)(?![^>]*\bsrc=)(?![^>]*json)[^>]*>(.*?)<\/\1>/gs)];
      const hashes = inline
        .map(([, , code]) => code!)
        .map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
      const policy = headers['content-security-policy']!;
      for (const hash of hashes) expect(policy).toContain(hash);
      expect(policy.match(/'sha256-/g) ?? []).toHaveLength(new Set(hashes).size);
      expect(policy).not.toContain('unsafe');
      expect(text).not.toMatch(/<[^>]+\son[a-z]+="/);
    }
  });

  it('with the id of a sign-up in its address sends no referrer and stays out of search engines', async () => {
    for (const path of [
      '/trial?step=verification&trialId=7',
      '/trial?trialId=7',
      '/trial/success?session_id=x',
      '/trial-checkout-success?trial_id=7',
    ])
      expect((await get(path)).headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    const { headers } = await get('/trial');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-robots-tag']).toBeUndefined();
    expect((await get('/?trialId=7')).headers['x-robots-tag']).toBeUndefined();
  });
});

describe('a file', () => {
  it('with a hash in its name is cached for good; any other is revalidated', async () => {
    const files = new Set(
      SERVED.flatMap((path) =>
        [...pageOf(path).html.matchAll(/(?:src|href)="(\/[^"#?]+\.\w+)"/g)].map(([, file]) => file!),
      ),
    );
    expect(files.size).toBeGreaterThan(20);
    expect([...files].filter((file) => file.endsWith('.woff2')).length).toBeGreaterThan(0);
    expect([...files].filter((file) => /^\/assets\/.*\.js$/.test(file)).length).toBeGreaterThan(0);
    for (const file of files) {
      const { status, headers } = await get(file);
      const hashed = file.startsWith('/assets/');
      expect({ file, status, cache: headers['cache-control'] }).toEqual({
        file,
        status: 200,
        cache: hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
      expect(headers['x-content-type-options']).toBe('nosniff');
      // Stripe's frames load the font; nothing else is for other origins.
      expect(headers['access-control-allow-origin']).toBe(file.endsWith('.woff2') ? '*' : undefined);
      if (file.endsWith('.js')) expect(headers['content-type']).toContain('javascript');
    }
  });

  it('that a page names as its picture is sent as an image', async () => {
    const pages = SERVED.map(pageOf);
    const addresses = pages.flatMap(({ meta, structuredData }) => [
      meta('og:image')!,
      ...structuredData.flatMap(({ logo, image }) => logo ?? image?.url ?? image ?? []),
    ]);
    for (const picture of new Set(addresses.map(pathIn))) {
      const { status, headers } = await get(picture);
      expect({ picture, status }).toEqual({ picture, status: 200 });
      expect(headers['content-type']).toMatch(/^image\/(png|jpeg)$/);
    }
  });

  it('security.txt says where to report a vulnerability, and expires within a year', async () => {
    const { headers, text } = await get('/.well-known/security.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^Contact: mailto:support@lampstand\.example\?subject=Security$/m);
    const expires = Date.parse(/^Expires: (\S+Z)$/m.exec(text)![1]!) - Date.now();
    expect(expires).toBeGreaterThan(0);
    expect(expires).toBeLessThan(365 * 24 * 3600_000);
  });

  it('robots.txt names the sitemap and closes the API only', async () => {
    const { headers, text } = await get('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^User-agent: \*\nDisallow: \/api\/\n\nSitemap: https?:\/\/\S+\/sitemap\.xml\n$/);
    expect((await get('/sitemap.xml')).headers['content-type']).toBe('application/xml; charset=utf-8');
  });
});

describe.each([
  ['student', '/trial-demo', STUDENT],
  ['portal', '/trial-demo', PORTAL],
  ['walkthrough', '/gettingstarted', WALKTHROUGH],
])('the film "%s"', (name, path, { title, shots }) => {
  it('has the same captions as WebVTT and as a transcript on its page', () => {
    const words = captionsOf(shots).map(({ text }) => tidy(text));
    const cues = renderedAt(`/films/${name}.vtt`).trim().split('\n\n');
    expect(cues.shift()).toBe('WEBVTT');
    expect(cues.map((cue) => tidy(cue.split('\n')[1]!))).toEqual(words);
    for (const cue of cues) expect(cue).toMatch(/^\d\d:\d\d:\d\d\.\d{3} --> \d\d:\d\d:\d\d\.\d{3}\n/);
    const { $, text } = pageOf(path);
    const transcript = $('.video')
      .filter((_, each) => $(each).find('h2').text() === title)
      .find('details li');
    expect(transcript.toArray().map((each) => tidy($(each).text()).replace(/^\d:\d\d /, ''))).toEqual(words);
    expect(text()).toContain('No sound: the captions tell the story');
  });

  it('plays in a document of its own, that only our pages frame', async () => {
    const player = await fetch(`${stack.url}/films/${name}`);
    const html = await player.text();
    expect(player.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(html).toContain('content="noindex, indexifembedded"');
    expect(html).toMatch(/<track kind="captions" srclang="en" label="English" src="[^"]+">/);
    const captions = await fetch(`${stack.url}/films/${name}.vtt`);
    expect(captions.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    const sources = [...html.matchAll(/<source src="([^"]+)" type="video\/mp4"/g)];
    expect(sources).toHaveLength(2);
    for (const [, address] of sources) {
      const part = await fetch(stack.url + address, { headers: { range: 'bytes=100-199' } });
      expect(part.status).toBe(206);
      expect(Object.fromEntries(part.headers)).toMatchObject({
        'content-type': 'video/mp4',
        'content-length': '100',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
  });
});
