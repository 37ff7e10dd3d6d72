import { describe, expect, it, jest } from '@jest/globals';
import { Arrivals, aVisitor } from '../builders/index.ts';
import { expectNoViolations } from '../invariants/index.ts';
import { clients, crowd } from '../support/crowd.mjs';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(900_000);

const REQUESTS = 100_000;
const ROUNDS = 10;
const LONGEST_STOP_MS = 25_000;
const READS = ['/', '/pricing', '/trial', '/api/config'];

/** The proxy asks for readiness every 100 ms and knows nothing else. */
const stack = ownStack({ apis: 3, probeEvery: 100, env: { DRAIN_SECONDS: '1' } });

describe('Three replicas that are restarted one after the other, again and again, under load', () => {
  it('drop no request, lose no sign-up and keep no job', async () => {
    const browsers = clients(32);
    const arrivals = new Arrivals(browsers);
    const here = () => stack.url;
    const people = crowd(16, async (person, turn) => {
      const kind = (person + turn) % 5;
      if (kind < READS.length) return browsers.ask(stack.url, { path: READS[kind]! }, [200]);
      const id = await arrivals.signUp(here);
      return browsers.ask(stack.url, { path: `/api/trial-signup/${id}` }, [200]);
    });
    const members = crowd(1, () => aVisitor(stack).becomesMember());

    const stops: number[] = [];
    const begun = performance.now();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const api of stack.apis) {
        const told = performance.now();
        expect(await api.kill('SIGTERM')).toBe('code 0');
        stops.push(performance.now() - told);
        await api.restart();
      }
    }
    while (browsers.count() < REQUESTS) await new Promise((done) => setTimeout(done, 500));
    const seconds = Math.round((performance.now() - begun) / 1000);
    await members.goHome();
    await people.goHome();
    browsers.close();

    console.log({ ...browsers.figures(), requests: browsers.count(), seconds, stops: stops.length,
      longestStopMs: Math.round(Math.max(...stops)), signups: arrivals.acknowledged.size }); // oxfmt-ignore
    expect(browsers.strange.slice(0, 10)).toEqual([]);
    expect(Math.max(...stops)).toBeLessThan(LONGEST_STOP_MS);
    expect(await arrivals.missing(stack)).toEqual([]);
    await expectNoViolations(stack);
  });
});
