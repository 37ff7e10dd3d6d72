/** A request names the site's own host, or this machine; and a browser on another site is refused. */
import { describe, expect, it } from '@jest/globals';
import { callsTo, rawPagesOf } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const { post } = callsTo(stack);
const server = { url: stack.apiUrls[0]! };
const say = rawPagesOf(server);
const JSON_BODY = { 'content-type': 'application/json' };
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

describe('a request that names another host', () => {
  it.each([
    'evil.example',
    `evil.example:${new URL(server.url).port}`,
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    'localhost:1.evil.example',
  ])('is refused, its own origin or not: %j', async (host) => {
    const own = { ...JSON_BODY, host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
    const answers = [
      await say('/', { host }),
      await say('/api/config', { host }),
      await say('/api/check-user-exists', own, 'POST', '{"phone":"5125550142"}'),
    ];
    for (const { status, headers, text } of answers) {
      expect({ status, body: JSON.parse(text) }).toEqual({
        status: 421,
        body: { error: 'This request did not come from our site.' },
      });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-security-policy': NOTHING });
    }
  });

  it.each(['localhost', 'LOCALHOST:1', '127.0.0.1:5173', '[::1]:3000'])(
    'is one of ours on this machine: %s',
    async (host) => {
      expect((await say('/api/config', { host })).status).toBe(200);
    },
  );

  it('is answered where a probe asks, or a machine with a proof of its own', async () => {
    const host = 'proxy';
    for (const path of ['/healthz', '/readyz']) expect((await say(path, { host })).status).toBe(200);
    const sent = [{ ...JSON_BODY, host }, 'POST', '{}'] as const;
    expect((await say('/api/stripe/webhook', ...sent)).text).toContain('Bad signature');
    expect((await say('/api/internal/activity', ...sent)).status).toBe(401);
  });
});

it('a request of a sister site is refused, also when its browser names no origin', async () => {
  const answer = await post('check-user-exists', { phone: '5125550142' }, { 'sec-fetch-site': 'same-site' });
  expect(answer).toMatchObject({ status: 403, body: { error: 'This request did not come from our site.' } });
});
