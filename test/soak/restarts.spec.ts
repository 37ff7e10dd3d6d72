/** Servers start together, stop, and are restarted one after the other under load. */
import { describe, expect, it, vi } from 'vitest';
import { checkInvariantsAfterEach, expectNoViolations, settled } from '../invariants/index.ts';
import { aVisitor } from '../builders/index.ts';
import { ownStack } from '../support/own-stack.ts';
import { clients, crowd, SignUpLoad } from './clients.ts';
import { eventually } from '../support/index.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

describe('The first start', () => {
  const stack = ownStack({ apis: 3, together: true });

  it('works for three servers at the same time on an empty database', async () => {
    expect(stack.apis.map((api) => api.isLive())).toEqual([true, true, true]);
    const ready = await Promise.all(stack.apiUrls.map((url) => fetch(`${url}/readyz`)));
    expect(ready.map(({ status }) => status)).toEqual([200, 200, 200]);
    await aVisitor(stack).becomesMember();
    await settled(stack);
  });
});

describe('A restart', () => {
  const stack = ownStack({ probeEvery: 50, env: { DRAIN_SECONDS: '1' } });
  checkInvariantsAfterEach(stack);

  describe('A server that gets SIGTERM', () => {
    it('reports not ready, serves requests with Connection: close, and exits with 0', async () => {
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

    it('drops no page, no sign-up and no opening', async () => {
      const browsers = clients(8);
      const load = new SignUpLoad(browsers);
      const people = crowd(8, async (person, turn) => {
        if ((person + turn) % 4) return browsers.send(stack.url, { path: '/api/config' }, [200]);
        return load.signUp(() => stack.url);
      });
      const members = crowd(1, () => aVisitor(stack).becomesMember());
      for (const api of stack.apis) {
        expect(await api.kill('SIGTERM')).toBe('code 0');
        await api.restart();
      }
      await members.stop();
      await people.stop();
      browsers.close();
      expect(browsers.unexpected).toEqual([]);
      expect(browsers.count()).toBeGreaterThan(100);
      expect(await load.missing(stack)).toEqual([]);
    });

    it('exits at once on a second signal', async () => {
      const [api] = stack.apis;
      const ended = api!.kill('SIGTERM');
      await eventually(async () => (await fetch(`${api!.url}/readyz`)).status === 503, { every: 20 });
      api!.signal('SIGTERM');
      expect(await ended).toBe('code 1');
    });
  });
});

describe('Rolling restarts', () => {
  const REQUESTS = 100_000;
  const ROUNDS = 10;
  const LONGEST_STOP_MS = 25_000;
  const READS = ['/', '/pricing', '/trial', '/api/config'];

  /** The load balancer polls readiness every 100 ms and waits up to 2 s for an answer: two polls take less than a server still serves. */
  const stack = ownStack({ apis: 3, probeEvery: 100, env: { DRAIN_SECONDS: '3' } });

  describe('Three replicas restarted in turn, ten times, under load', () => {
    it('drop no request, lose no sign-up and leave no job', async () => {
      const browsers = clients(32);
      const load = new SignUpLoad(browsers);
      const site = () => stack.url;
      const people = crowd(16, async (person, turn) => {
        const kind = (person + turn) % 5;
        if (kind < READS.length) return browsers.send(stack.url, { path: READS[kind]! }, [200]);
        const id = await load.signUp(site);
        return browsers.send(stack.url, { path: `/api/trial-signup/${id}` }, [200]);
      });
      const members = crowd(1, () => aVisitor(stack).becomesMember());

      const stops: number[] = [];
      const begun = performance.now();
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const api of stack.apis) {
          const begun = performance.now();
          expect(await api.kill('SIGTERM')).toBe('code 0');
          stops.push(performance.now() - begun);
          await api.restart();
        }
      }
      while (browsers.count() < REQUESTS) await new Promise((done) => setTimeout(done, 500));
      const seconds = Math.round((performance.now() - begun) / 1000);
      await members.stop();
      await people.stop();
      browsers.close();

      console.log({ ...browsers.figures(), requests: browsers.count(), seconds, stops: stops.length,
      longestStopMs: Math.round(Math.max(...stops)), signups: load.acknowledged.size }); // oxfmt-ignore
      expect(browsers.unexpected.slice(0, 10)).toEqual([]);
      expect(Math.max(...stops)).toBeLessThan(LONGEST_STOP_MS);
      expect(await load.missing(stack)).toEqual([]);
      await expectNoViolations(stack);
    });
  });
});
