/** Texts and codes under attack, over three replicas that share their limits; counted at the provider. */
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { aPhone, aVisitor, type Visitor } from '../builders/index.ts';
import { atOnce, expectNoViolations } from '../invariants/index.ts';
import { ownStack } from '../support/own-stack.ts';
import { attackers, botnet, count, numbersOf } from './attackers.ts';

jest.setTimeout(120_000);

const CODES_PER_DAY = 400;
const stack = ownStack({ apis: 3, env: { LIMITS: 'on', CODES_PER_DAY: String(CODES_PER_DAY) } });
const { script, ask, signUp, askForCodes, texts } = attackers(stack);
afterAll(() => script.close());
afterEach(() => stack.sandbox.heal());

describe('Texts at our cost', () => {
  it('to 500 numbers of one exchange from 50 addresses are 20, and pastors elsewhere get theirs', async () => {
    const signed = await signUp(numbersOf('972868', 500), botnet('203.0.115', 50));
    const [answers, pastors] = await Promise.all([
      askForCodes(signed),
      atOnce(20, () => aVisitor(stack).provesPhone()),
    ]);
    expect([count(answers, 200), count(answers, 429)]).toEqual([20, 480]);
    expect(await texts('972868')).toBe(20);
    for (const pastor of pastors) expect((await pastor.stored()).state).toBe('billingInformation');
  });

  it.each([
    ['Jamaica', '8765550142'],
    ['the Dominican Republic', '8095550142'],
    ['the Bahamas', '2423225142'],
    ['a premium line', '9005550142'],
  ])('never go to %s', async (_place, phone) => {
    const [signed] = await signUp([phone], botnet('203.0.116', 1));
    const [answer] = await askForCodes([signed!]);
    expect(answer).toMatchObject({ status: 400, body: { fields: { phone: expect.any(String) } } });
    expect(await texts(phone)).toBe(0);
  });

  it('to one number are five, which leaves its exchange the other fifteen', async () => {
    const [victim, ...neighbours] = numbersOf('972869', 20);
    const again = await askForCodes(await signUp(Array(40).fill(victim), botnet('203.0.117', 40)));
    expect([count(again, 200), count(again, 429)]).toEqual([5, 35]);
    const answers = await askForCodes(await signUp(neighbours, botnet('198.51.101', 20)));
    expect([count(answers, 200), await texts('972869')]).toEqual([15, 20]);
  });

  it('that the provider never took cost an exchange and a day nothing', async () => {
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

  it('200 at once are five to the provider, and then the right one opens nothing', async () => {
    const visitor = await waiting();
    const code = await stack.sandbox.smsCode(visitor.phone);
    const answers = await atOnce(200, () => visitor.typesCode(wrong(code)));
    expect([count(answers, 400), count(answers, 429)]).toEqual([5, 195]);
    expect((await visitor.typesCode(code)).status).toBe(429);
    expect(await checksOf(visitor.phone)).toBe(5);
    expect((await visitor.stored()).state).toBe('phoneVerification');
  });

  it('of one phone through ever new sign-ups are 25 in a day, and only five are judged', async () => {
    const first = await waiting();
    const code = await stack.sandbox.smsCode(first.phone);
    const others = await atOnce(30, () => waiting(first.phone));
    await Promise.all([first, ...others].map((each) => atOnce(10, () => each.typesCode(wrong(code)))));
    expect([await texts(first.phone), await checksOf(first.phone)]).toEqual([5, 25]);
    for (const each of [first, ...others]) expect((await each.typesCode(code)).status).not.toBe(200);
  });
});

describe('The texts of a day', () => {
  it('are never more than were set, on three replicas together; whoever has a code goes on', async () => {
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
