/** Lists and files travel compressed; answers with secrets never do. @slow */
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aKey,
  aStoredRequest,
  aSubscriber,
  aTrial,
  manyTrials,
  rawPagesOf,
  readCsv,
  signedIn,
} from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
const church = `w${aKey()}`;
const GZIP = { 'accept-encoding': 'br, gzip' };
let cookie: string;
beforeAll(async () => {
  ({ cookie } = await signedIn(stack));
  await manyTrials(stack, 3000, { state: 'billingInformation', pastor: { churchName: church } });
  for (let id = 1; id <= 20; id += 1) await aStoredRequest(stack, { id });
  // A funnel of many days.
  await aTrial(stack, { pastor: { churchName: church }, columns: { created_at: '2020-02-03T04:05:06Z' } });
}, 90_000);

/** A file is refused while two others of the account still note their rows, which goes on after their last byte. */
const get = (path: string, headers: Record<string, string> = {}) =>
  eventually(async () => {
    const page = await rawPagesOf(stack)(path, { cookie, ...headers });
    return page.status === 429 ? undefined : page;
  });

describe('an answer', () => {
  it.each([
    '/api/admin/trial-signups?limit=50',
    '/api/admin/queue',
    '/api/admin/funnel?startDate=2020-01-01',
    '/api/incomplete-trials/export',
    '/api/admin/trial-signups/export',
  ])('of %s is the same compressed', async (path) => {
    const address = `${path}${path.includes('?') ? '&' : '?'}q=${church}`;
    const plain = await get(address);
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const packed = await get(address, GZIP);
    expect(packed.status).toBe(200);
    expect(packed.headers['x-export-rows']).toBe(plain.headers['x-export-rows']);
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect(packed.body.length * 3).toBeLessThan(plain.body.length);
  });

  it('that is a file has all its rows', async () => {
    const { body } = await get(`/api/admin/trial-signups/export?q=${church}`, GZIP);
    const text = gunzipSync(body);
    expect(readCsv(text.toString())).toHaveLength(3002);
  });

  it.each([
    '/api/admin/newsletter/export?links=1',
    '/api/admin/newsletter/export',
    '/api/admin/check-auth',
    '/api/config',
    '/api/admin/search?q=church',
  ])('of %s is never compressed', async (path) => {
    await aSubscriber(stack, 'confirmed');
    const { headers } = await get(path, GZIP);
    expect(headers['content-encoding']).toBeUndefined();
  });
});
