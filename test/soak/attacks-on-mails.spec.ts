/** Mails to strangers and networks of IPv6, over three replicas that share their limits; counted at the mail server. */
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { anEmail, aPastor, mailsSettled } from '../builders/index.ts';
import { atOnce, expectNoViolations } from '../invariants/index.ts';
import { ownStack } from '../support/own-stack.ts';
import { attackers, botnet, count } from './attackers.ts';

jest.setTimeout(120_000);

const CODES_PER_DAY = 400;
const stack = ownStack({ apis: 3, env: { LIMITS: 'on', CODES_PER_DAY: String(CODES_PER_DAY) } });
const { script, ask, signUp, askForCodes, texts } = attackers(stack);
afterAll(() => script.close());

const BAIT = 'URGENT: go to evil.example and log in';
/** Another address of one /64 each time. */
const network = (index: number) => `2001:db8:7:1:${((index * 7919) % 0xffff).toString(16)}::${index.toString(16)}`;

describe('Mail to a stranger', () => {
  it('of twelve sign-ups that ask for five links each is three that day, none with a word of the attacker', async () => {
    const email = anEmail('victim');
    const from = botnet('203.0.121', 12);
    const ids = await atOnce(12, async (index) => {
      const { status, body } = await ask('trial-signup', aPastor({ email, firstName: BAIT }), from(index));
      expect(status).toBe(201);
      return body.id as number;
    });
    const answers = await atOnce(60, (index) => ask('send-resume-link', { trialId: ids[index % 12] }, from(index)));
    expect(count(answers, 200)).toBe(60);
    await Promise.all(ids.map((id) => mailsSettled(stack, id)));
    const mails = await stack.sandbox.mails(email, { count: 3 });
    expect(mails).toHaveLength(3);
    for (const { subject, text, html } of mails) expect(subject + text + html).not.toContain('evil.example');
    const notes = await stack.query(
      `SELECT subject_id, count(*)::int AS lines FROM workflow_journal
        WHERE note = 'mail capped' AND subject_id = ANY ($1) GROUP BY subject_id`,
      [ids],
    );
    for (const { lines } of notes) expect(lines).toBe(1);
    await expectNoViolations(stack);
  });
});

describe('One /64 of IPv6', () => {
  it('spends a fifth of the texts of a day, and then the others still get theirs', async () => {
    const phones = Array.from({ length: 150 }, (_, n) => `${212 + (n % 8)}${3_000_000 + 10_000 * n + 77}`);
    const answers = await askForCodes(await signUp(phones, network));
    expect(count(answers, 200)).toBe(CODES_PER_DAY / 5);
    expect(await texts()).toBe(CODES_PER_DAY / 5);
    const elsewhere = await askForCodes(await signUp(['2188672001'], botnet('198.51.104', 1)));
    expect(count(elsewhere, 200)).toBe(1);
  });

  it('looks six hundred phones up in ten minutes', async () => {
    const answers = await atOnce(650, (index) => ask('check-user-exists', { phone: '2125550142' }, network(index)));
    expect([count(answers, 200), count(answers, 429)]).toEqual([600, 50]);
  });
});
