import { describe, expect, it, jest } from '@jest/globals';
import { Arrivals, aVisitor } from '../builders/index.ts';
import { provedAfterEach } from '../invariants/index.ts';
import { clients, crowd } from '../support/crowd.mjs';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(60_000);

const stack = ownStack({ probeEvery: 50, env: { DRAIN_SECONDS: '1' } });
provedAfterEach(stack);

/** The long proof is `npm run soak rolling-restart`. */
describe('A server that is told to stop', () => {
  it('is not ready any more, serves on and closes each connection, then ends with success', async () => {
    const { url } = stack.apis[0]!;
    const ended = stack.apis[0]!.kill('SIGTERM');
    await eventually(async () => (await fetch(`${url}/readyz`)).status === 503, { every: 20 });
    for (const path of ['/', '/healthz', '/api/config']) {
      const { status, headers } = await fetch(`${url}${path}`);
      expect([path, status, headers.get('connection')]).toEqual([path, 200, 'close']);
    }
    expect(await ended).toBe('code 0');
    await stack.apis[0]!.restart();
  });

  it('drops nothing, be it a page, a sign-up or an account that is being opened', async () => {
    const browsers = clients(8);
    const arrivals = new Arrivals(browsers);
    const people = crowd(8, async (person, turn) => {
      if ((person + turn) % 4) return browsers.ask(stack.url, { path: '/api/config' }, [200]);
      return arrivals.signUp(() => stack.url);
    });
    const members = crowd(1, () => aVisitor(stack).becomesMember());
    for (const api of stack.apis) {
      expect(await api.kill('SIGTERM')).toBe('code 0');
      await api.restart();
    }
    await members.goHome();
    await people.goHome();
    browsers.close();
    expect(browsers.strange).toEqual([]);
    expect(browsers.count()).toBeGreaterThan(100);
    expect(await arrivals.missing(stack)).toEqual([]);
  });

  it('ends at once by a second signal', async () => {
    const [api] = stack.apis;
    const ended = api!.kill('SIGTERM');
    await eventually(async () => (await fetch(`${api!.url}/readyz`)).status === 503, { every: 20 });
    api!.signal('SIGTERM');
    expect(await ended).toBe('code 1');
  });
});
