/** What holds for a request is decided by the route it matched, however its address was written. */
import { describe, expect, it } from '@jest/globals';
import { aTrial, rawPagesOf } from '../builders/index.ts';
import { eventually, sharedStack } from '../support/index.ts';

const stack = sharedStack();
const say = rawPagesOf({ url: stack.apiUrls[0]! });
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

const linesOf = async (requestId: string) =>
  (await stack.logs()).split('\n').filter((line) => line.includes(requestId) && line.includes('answered'));

describe('a call whose address is written oddly', () => {
  it.each(['/%61pi/trial-signup/', '/%61%70%69/trial-signup/', 'http://127.0.0.1/api/trial-signup/'])(
    '%s is not stored, allows nothing, and has its line in the log',
    async (written) => {
      const { id } = await aTrial(stack);
      const { status, headers } = await say(`${written}${id}`);
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-security-policy': NOTHING });
      const [line, ...more] = await eventually(async () => {
        const lines = await linesOf(headers['x-request-id']!);
        return lines.length ? lines : undefined;
      });
      expect(more).toEqual([]);
      expect(JSON.parse(line!)).toMatchObject({ route: '/api/trial-signup/:id', status: '200' });
    },
  );

  it('is not there as JSON, too, when there is no such call', async () => {
    for (const path of ['/%61pi/nowhere', '/api/nowhere', '/api']) {
      const { status, headers, text } = await say(path);
      expect({ status, text: JSON.parse(text) }).toEqual({ status: 404, text: { error: 'Not found' } });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-security-policy': NOTHING });
    }
  });

  it('is judged by the same rules: a letter’s button takes any body, a call takes JSON of our own pages', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' };
    const sent = [form, 'POST', 'List-Unsubscribe=One-Click'] as const;
    expect((await say('/%6eewsletter/unsubscribe?token=x', ...sent)).status).toBe(410);
    expect((await say('/%61pi/check-user-exists', ...sent)).status).toBe(403);
    const unsigned = await say('/%61pi/stripe/webhook', { 'content-type': 'application/json' }, 'POST', '{}');
    expect(unsigned.text).toContain('Bad signature');
  });
});

describe('what is not a file of the site', () => {
  it.each(['/healthz', '/readyz', '/%', '/pricing/', '/youth-ministry-mental-health'])(
    '%s is not stored',
    async (path) => {
      expect((await say(path)).headers['cache-control']).toBe('no-store');
    },
  );
});
