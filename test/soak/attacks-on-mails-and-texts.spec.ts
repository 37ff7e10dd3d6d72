/** Abuse of mails, texts and codes, on three replicas that share their limits; counted at the providers. */
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { anEmail, aPastor, aPhone, aVisitor, linkPauseEnds, mailsSettled, type Visitor } from '../builders/index.ts';
import { atOnce, expectNoViolations } from '../invariants/index.ts';
import { ownStack } from '../support/own-stack.ts';
import { attackers, botnet, count, numbersOf } from './clients.ts';

jest.setTimeout(120_000);

/** Mails to strangers and networks of IPv6, over three replicas that share their limits; counted at the mail server. */
describe('Mails', () => {
  const CODES_PER_DAY = 400;
  const stack = ownStack({ apis: 3, env: { LIMITS: 'on', CODES_PER_DAY: String(CODES_PER_DAY) } });
  const { script, ask, signUp, askForCodes, texts } = attackers(stack);
  afterAll(() => script.close());

  const BAIT = 'URGENT: go to evil.example and log in';
  /** The nth address of one /64 network. */
  const network = (index: number) => `2001:db8:7:1:${((index * 7919) % 0xffff).toString(16)}::${index.toString(16)}`;

  describe('to one address', () => {
    it('are at most three a day for twelve sign-ups with five link requests each, without any text of the attacker', async () => {
      const email = anEmail('victim');
      const from = botnet('203.0.121', 12);
      const ids = await atOnce(12, async (index) => {
        const { status, body } = await ask('trial-signup', aPastor({ email, firstName: BAIT }), from(index));
        expect(status).toBe(201);
        return body.id as number;
      });
      for (const _ of [1, 2, 3, 4, 5]) {
        const answers = await atOnce(24, (index) => ask('send-resume-link', { trialId: ids[index % 12] }, from(index)));
        expect([count(answers, 200), count(answers, 429)]).toEqual([12, 12]);
        await Promise.all(ids.map((id) => linkPauseEnds(stack, id)));
      }
      await Promise.all(ids.map((id) => mailsSettled(stack, id)));
      const mails = await stack.sandbox.mails(email, { count: 3 });
      expect(mails).toHaveLength(3);
      for (const { subject, text, html } of mails) expect(subject + text + html).not.toContain('evil.example');
      const notes = await stack.query(
        `SELECT subject_id, count(*)::int AS lines FROM workflow_journal
        WHERE note = 'mail capped' AND subject_id = ANY ($1) GROUP BY subject_id, detail->>'mail'`,
        [ids],
      );
      for (const { lines } of notes) expect(lines).toBe(1);
      await expectNoViolations(stack);
    });
  });

  describe('One IPv6 /64 network', () => {
    it('gets at most a fifth of the day’s texts; other networks still get theirs', async () => {
      const phones = Array.from({ length: 150 }, (_, n) => `${212 + (n % 8)}${3_000_000 + 10_000 * n + 77}`);
      const answers = await askForCodes(await signUp(phones, network));
      expect(count(answers, 200)).toBe(CODES_PER_DAY / 5);
      expect(await texts()).toBe(CODES_PER_DAY / 5);
      const elsewhere = await askForCodes(await signUp(['2188672001'], botnet('198.51.104', 1)));
      expect(count(elsewhere, 200)).toBe(1);
    });

    it('can look up 600 phones in ten minutes', async () => {
      const answers = await atOnce(650, (index) => ask('check-user-exists', { phone: '2125550142' }, network(index)));
      expect([count(answers, 200), count(answers, 429)]).toEqual([600, 50]);
    });
  });
});

/** Texts and codes under attack, over three replicas that share their limits; counted at the provider. */
describe('Texts', () => {
  const CODES_PER_DAY = 400;
  const stack = ownStack({ apis: 3, env: { LIMITS: 'on', CODES_PER_DAY: String(CODES_PER_DAY) } });
  const { script, ask, signUp, askForCodes, texts } = attackers(stack);
  afterAll(() => script.close());
  afterEach(() => stack.sandbox.heal());

  describe('at our cost', () => {
    it('are at most 100 to 500 numbers of one exchange from 50 addresses; pastors elsewhere get theirs', async () => {
      const signed = await signUp(numbersOf('972868', 500), botnet('203.0.115', 50));
      const [answers, pastors] = await Promise.all([
        askForCodes(signed),
        atOnce(20, () => aVisitor(stack).provesPhone()),
      ]);
      expect([count(answers, 200), count(answers, 429)]).toEqual([100, 400]);
      expect(await texts('972868')).toBe(100);
      for (const pastor of pastors) expect((await pastor.stored()).state).toBe('billingInformation');
    });

    it.each([
      ['Jamaica', '8765550142'],
      ['the Dominican Republic', '8095550142'],
      ['the Bahamas', '2423225142'],
      ['a premium line', '9005550142'],
    ])('are never sent to %s', async (_place, phone) => {
      const [signed] = await signUp([phone], botnet('203.0.116', 1));
      const [answer] = await askForCodes([signed!]);
      expect(answer).toMatchObject({ status: 400, body: { fields: { phone: expect.any(String) } } });
      expect(await texts(phone)).toBe(0);
    });

    it('are at most five to one number, which leaves 95 for its exchange', async () => {
      const [victim, ...neighbours] = numbersOf('972869', 120);
      const again = await askForCodes(await signUp(Array(40).fill(victim), botnet('203.0.117', 40)));
      expect([count(again, 200), count(again, 429)]).toEqual([5, 35]);
      const answers = await askForCodes(await signUp(neighbours, botnet('198.51.101', 20)));
      expect([count(answers, 200), await texts('972869')]).toEqual([95, 100]);
    });

    it('do not count for any limit if the provider did not accept them', async () => {
      const waiting = await signUp(numbersOf('972870', 20), botnet('198.51.102', 20));
      const sent = await texts();
      await stack.sandbox.fault({ match: 'POST /v2/Services/*/Verifications', mode: '500', times: 0 });
      for (const _ of Array(25)) expect(count(await askForCodes(waiting), 503)).toBe(20);
      await stack.sandbox.heal();
      expect(count(await askForCodes(waiting), 200)).toBe(20);
      expect(await texts()).toBe(sent + 20);
    });
  });

  describe('Guessing codes', () => {
    const checksOf = async (phone: string): Promise<number> => {
      const { verifications } = await stack.sandbox.ledger();
      const ids = verifications.filter(({ to }: any) => to === `+1${phone}`).map(({ id }: any) => id);
      const calls: any[] = await stack.sandbox.requests();
      return calls.filter(
        ({ path, params }) => path.endsWith('VerificationCheck') && ids.includes(params.VerificationSid),
      ).length;
    };
    const waiting = async (phone = aPhone()): Promise<Visitor> => {
      const visitor = aVisitor(stack, { phone });
      await visitor.signsUp();
      await visitor.asksForCode();
      return visitor;
    };
    const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

    it('sends 5 of 200 parallel guesses to the provider; then even the right code is refused', async () => {
      const visitor = await waiting();
      const code = await stack.sandbox.smsCode(visitor.phone);
      const answers = await atOnce(200, () => visitor.typesCode(wrong(code)));
      expect([count(answers, 400), count(answers, 429)]).toEqual([5, 195]);
      expect((await visitor.typesCode(code)).status).toBe(429);
      expect(await checksOf(visitor.phone)).toBe(5);
      expect((await visitor.stored()).state).toBe('phoneVerification');
    });

    it('allows 25 checks a day for one phone, across any number of sign-ups', async () => {
      const first = await waiting();
      const code = await stack.sandbox.smsCode(first.phone);
      const others = await atOnce(30, () => waiting(first.phone));
      await Promise.all([first, ...others].map((each) => atOnce(10, () => each.typesCode(wrong(code)))));
      expect([await texts(first.phone), await checksOf(first.phone)]).toEqual([5, 25]);
      const right = await Promise.all([first, ...others].map((each) => each.typesCode(code)));
      expect(count(right, 200)).toBe(0);
    });
  });

  describe('The daily limit', () => {
    it('holds over three replicas together; a visitor with a code can still use it', async () => {
      const before = await texts();
      const [late] = await signUp([aPhone()], botnet('198.51.103', 1));
      await askForCodes([late!]);
      const many = Array.from({ length: CODES_PER_DAY }, (_, n) => `${212 + (n % 8)}${3_000_000 + 10_000 * n + 77}`);
      const answers = await askForCodes(await signUp(many, botnet('203.0.119', 100)));
      expect(count(answers, 200)).toBe(CODES_PER_DAY - before - 1);
      expect(count(answers, 429)).toBe(before + 1);
      expect(await texts()).toBe(CODES_PER_DAY);
      const code = await stack.sandbox.smsCode(late!.phone);
      expect((await ask('verify-code', { trialId: late!.trialId, code }, late!.address)).status).toBe(200);
      await expectNoViolations(stack);
    });
  });
});
