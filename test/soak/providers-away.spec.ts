/** Providers that are down for minutes under load, and a mail server that answers slowly. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { anApplication, anEmail, aVisitor } from '../builders/index.ts';
import { checkInvariantsAfterEach, expectNoViolations, settled } from '../invariants/index.ts';
import { clients, crowd, SignUpLoad } from './clients.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';
import { createElement } from 'react';
import { Settings } from '../../apps/api/src/platform/config/index.ts';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import { passed } from '../../apps/api/src/platform/health/health-check.ts';
import type { Limiter } from '../../apps/api/src/platform/limits/limiter.ts';
import { MailCopies } from '../../apps/api/src/platform/mail/mail-copies.ts';
import { Mailer } from '../../apps/api/src/platform/mail/mailer.ts';
import { TransactionalMailer } from '../../apps/api/src/platform/mail/transactional-mailer.ts';

const MINUTES = 10;
const MODES = ['hang', 'refuse', '500'];

/** Longer than the idle limit of other transactions. */
const SEND_MS = 25_000;

/** Answers each SMTP command in time, but takes long for the whole mail. */
class LateMailer extends Mailer {
  sent = 0;

  async send(): Promise<void> {
    await sleep(SEND_MS);
    this.sent += 1;
  }

  checkHealth = async () => [passed('Mail', 'late')];
}

describe('With fewer database connections than mail queues', () => {
  const stack = ownStack({ env: { DATABASE_POOL: '6' } });
  describe.each(MODES)('While all providers are down for ten minutes under load (%s)', (mode) => {
    it('pages are served and sign-ups saved; afterwards all waiting jobs are done, once', async () => {
      const waiting = await Promise.all(Array.from({ length: 10 }, () => aVisitor(stack).provesPhone()));
      await Promise.all(waiting.map((visitor) => visitor.typesCard()));
      for (const match of ['* /v1/*', '* /v2/*', 'SMTP']) await stack.sandbox.fault({ match, mode, times: 0 });

      const browsers = clients(32);
      const load = new SignUpLoad(browsers);
      const saved: number[] = [];
      const people = crowd(16, async (person, turn) => {
        await sleep(250);
        if (turn % 4) return browsers.send(stack.url, { path: ['/', '/trial', '/api/config'][turn % 3]! }, [200]);
        const id = await load.signUp(() => stack.url);
        saved.push(id);
        const resume = { method: 'POST', path: '/api/send-resume-link', body: { trialId: id } };
        await browsers.send(stack.url, resume, [200]);
        for (const call of mails()) await browsers.send(stack.url, call, [200, 201, 202]);
        return browsers.send(stack.url, { path: `/api/trial-signup/${id}` }, [200]);
      });
      const patient = clients(16);
      const codeRequests = crowd(8, async () => {
        const id = await load.signUp(() => stack.url);
        const { phone } = load.acknowledged.get(id)!;
        return patient.send(
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
      await people.stop();
      await codeRequests.stop();
      browsers.close();
      patient.close();
      await stack.sandbox.heal();

      const begun = performance.now();
      for (const visitor of waiting) await eventually(async () => (await visitor.opensAccount()).body?.success, { within: 60_000 }); // oxfmt-ignore
      await settled(stack, { within: 300_000 });
      console.log({ mode, ...browsers.figures(), signups: saved.length, codeCalls: patient.figures(), connectionsHeldByMails: held,
      backlogDrainedSeconds: Math.round((performance.now() - begun) / 1000) }); // oxfmt-ignore
      expect(browsers.unexpected.slice(0, 5)).toEqual([]);
      expect(patient.unexpected.slice(0, 5)).toEqual([]);
      expect(browsers.figures().slowestMs).toBeLessThan(3000);
      expect(patient.figures().slowestMs).toBeLessThan(25_000);
      expect(await load.missing(stack)).toEqual([]);
      await expectNoViolations(stack, { copiesOfMails: true });
    });
  });

  /** Calls whose mails are in different queues. */
  const mails = () => [
    { method: 'POST', path: '/api/newsletter-subscriptions', body: { email: anEmail() } },
    { method: 'POST', path: '/api/trial-request', body: anApplication() },
    { method: 'POST', path: '/api/ambassador-application', body: anApplication() },
  ];
  /** Connections held by mails: sending keeps a transaction open until the mail server has answered. */
  const heldByMails = async (): Promise<number> => {
    const [row] = await stack.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE state = 'idle in transaction' AND application_name = 'lampstand' AND state_change < now() - interval '1 second'`,
    );
    return row.count;
  };
});

describe('A slow mail server', () => {
  const stack = ownStack({ apis: 1 });
  checkInvariantsAfterEach(stack);

  it('sends five welcome mails in parallel while the mail server is slow, each once', async () => {
    await stack.sandbox.fault({ match: 'SMTP', mode: 'hold-before', times: 0 });
    const members = await Promise.all(Array.from({ length: 8 }, () => aVisitor(stack).becomesMember()));
    await eventually(async () => (await stack.sandbox.call('faults'))[0].fired >= 5);
    await stack.sandbox.heal();
    for (const { details } of members)
      expect(await stack.sandbox.mails(details.email, { subject: /^Welcome/ })).toHaveLength(1);
  });

  it('records a mail as sent after 25 seconds of sending, and does not send it again', async () => {
    const source = await createDataSource(stack.databaseUrl, 2).initialize();
    const late = new LateMailer();
    const clock = { now: () => new Date(), offsetMs: 0, real: new Date(), fromReal: (at: Date) => at };
    const settings = Object.assign(new Settings(), {
      MAIL_FROM: 'hello@lampstand.example',
      LINK_SECRETS: 'a-secret-of-this-test',
    });
    const transactional = new TransactionalMailer(
      source,
      late,
      clock,
      settings,
      {} as Limiter,
      new MailCopies(settings),
    );
    const mail = { to: 'late@church.example', subject: 'Late', body: createElement('p') };
    expect(await transactional.send('welcome', [1], 1, mail)).toBe('sent');
    expect(await transactional.send('welcome', [1], 1, mail)).toBe('known');
    expect(late.sent).toBe(1);
    await source.destroy();
  });
});
