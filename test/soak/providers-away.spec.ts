import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { anApplication, anEmail, Arrivals, aVisitor } from '../builders/index.ts';
import { expectNoViolations, settled } from '../invariants/index.ts';
import { clients, crowd } from '../support/crowd.mjs';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(600_000);

/** Fewer connections than there are queues of mails, as the mails of a large church day would be. */
const stack = ownStack({ env: { DATABASE_POOL: '6' } });
const MINUTES = 10;
const MODES = ['hang', 'refuse', '500'];

describe.each(MODES)('All providers away for ten minutes under load: %s', (mode) => {
  it('pages are served and sign-ups saved meanwhile; afterwards all that waited is done, once', async () => {
    const waiting = await Promise.all(Array.from({ length: 10 }, () => aVisitor(stack).provesPhone()));
    await Promise.all(waiting.map((visitor) => visitor.typesCard()));
    for (const match of ['* /v1/*', '* /v2/*', 'SMTP']) await stack.sandbox.fault({ match, mode, times: 0 });

    const browsers = clients(32);
    const arrivals = new Arrivals(browsers);
    const saved: number[] = [];
    const people = crowd(16, async (person, turn) => {
      await sleep(250);
      if (turn % 4) return browsers.ask(stack.url, { path: ['/', '/trial', '/api/config'][turn % 3]! }, [200]);
      const id = await arrivals.signUp(() => stack.url);
      saved.push(id);
      const resume = { method: 'POST', path: '/api/send-resume-link', body: { trialId: id } };
      await browsers.ask(stack.url, resume, [200]);
      for (const asked of mails()) await browsers.ask(stack.url, asked, [200, 201, 202]);
      return browsers.ask(stack.url, { path: `/api/trial-signup/${id}` }, [200]);
    });
    const patients = clients(16);
    const stubborn = crowd(8, async () => {
      const id = await arrivals.signUp(() => stack.url);
      const { phone } = arrivals.acknowledged.get(id)!;
      return patients.ask(
        stack.url,
        { method: 'POST', path: '/api/verify-phone', body: { trialId: id, phone } },
        [503],
      );
    });
    let held = 0;

    for (let minute = 0; minute < MINUTES; minute += 2) {
      await sleep(8000);
      held = Math.max(held, await heldByMails());
      await stack.sandbox.advance({ minutes: 2 });
    }
    await people.goHome();
    await stubborn.goHome();
    browsers.close();
    patients.close();
    await stack.sandbox.heal();

    const begun = performance.now();
    for (const visitor of waiting) await eventually(async () => (await visitor.opensAccount()).body?.success, { within: 60_000 }); // oxfmt-ignore
    await settled(stack, { within: 300_000 });
    console.log({ mode, ...browsers.figures(), signups: saved.length, codeCalls: patients.figures(), connectionsHeldByMails: held,
      backlogDrainedSeconds: Math.round((performance.now() - begun) / 1000) }); // oxfmt-ignore
    expect(browsers.strange.slice(0, 5)).toEqual([]);
    expect(patients.strange.slice(0, 5)).toEqual([]);
    expect(browsers.figures().slowestMs).toBeLessThan(3000);
    expect(patients.figures().slowestMs).toBeLessThan(25_000);
    expect(await arrivals.missing(stack)).toEqual([]);
    await expectNoViolations(stack, { copiesOfMails: true });
  });
});

/** Calls that each want mails of other queues. */
const mails = () => [
  { method: 'POST', path: '/api/newsletter-subscriptions', body: { email: anEmail() } },
  { method: 'POST', path: '/api/trial-request', body: anApplication() },
  { method: 'POST', path: '/api/ambassador-application', body: anApplication() },
];
/** A mail keeps the row of its key, and so a connection, until the mail server has answered. */
const heldByMails = async (): Promise<number> => {
  const [row] = await stack.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE state = 'idle in transaction' AND application_name = 'lampstand' AND state_change < now() - interval '1 second'`,
  );
  return row.count;
};
