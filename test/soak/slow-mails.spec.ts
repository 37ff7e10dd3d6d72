import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import { createElement } from 'react';
import { Settings } from '../../apps/api/src/platform/config/index.ts';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import { passed } from '../../apps/api/src/doctor/health-check.ts';
import type { Limiter } from '../../apps/api/src/platform/limits/limiter.ts';
import { Mailer } from '../../apps/api/src/platform/mail/mailer.ts';
import { TransactionalMailer } from '../../apps/api/src/platform/mail/transactional-mailer.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(120_000);

/** Longer than any other transaction may do nothing. */
const LATE_MS = 25_000;

/** Each of its commands is answered in time, all of them together take long. */
class LateMailer extends Mailer {
  sent = 0;

  async send(): Promise<void> {
    await sleep(LATE_MS);
    this.sent += 1;
  }

  check = async () => passed('Mail', 'late');
}

const stack = ownStack({ apis: 1 });

it('A mail that a slow server takes is written down as sent, so that it is sent once', async () => {
  const source = await createDataSource(stack.databaseUrl, 2).initialize();
  const mailer = new LateMailer();
  const clock = { now: () => new Date(), offsetMs: 0, real: new Date() };
  const settings = Object.assign(new Settings(), { MAIL_FROM: 'hello@lampstand.example' });
  const postbox = new TransactionalMailer(source, mailer, clock, settings, {} as Limiter);
  const mail = { to: 'late@church.example', subject: 'Late', body: createElement('p') };
  expect(await postbox.sendOnce('late:1', 1, mail)).toBe('sent');
  expect(await postbox.sendOnce('late:1', 1, mail)).toBe('known');
  expect(mailer.sent).toBe(1);
  await source.destroy();
});
