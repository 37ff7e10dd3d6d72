/** Verifying a phone: codes, tries, changes of the number. @slow */
import { describe, expect, it } from 'vitest';
import {
  aKey,
  aPhone,
  aTrial,
  aVisitor,
  callsTo,
  changeAccountPhone,
  journalOf,
  losesSending,
  storedTrial,
  verificationsOf,
} from '../builders/index.ts';
import { eventually, sharedStack } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = sharedStack();
const { post } = callsTo(stack);
const UNREACHABLE = 'We cannot send a text message to this number. Please use another number or contact support.';

const from = (address: string) => ({ 'x-forwarded-for': address });

async function aWaitingVisitor() {
  const visitor = aVisitor(stack);
  await visitor.signsUp();
  const { body } = await visitor.asksForCode();
  const code = await stack.sandbox.smsCode(visitor.phone);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  return { visitor, code, wrong, sent: body };
}

/** The number of checks that Twilio got for a phone. */
const checksOf = async (phone: string): Promise<number> => {
  const { verifications } = await stack.sandbox.records();
  const ids = verifications.filter(({ to }: { to: string }) => to === `+1${phone}`).map(({ id }: { id: string }) => id);
  const calls = (await stack.sandbox.requests()) as { path: string; params?: Record<string, string> }[];
  return calls.filter(
    ({ path, params }) => path.endsWith('/VerificationCheck') && ids.includes(params?.VerificationSid),
  ).length;
};

const secondsBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;

describe('the code', () => {
  it('is sent once; requesting it again before it expires sends nothing and says so', async () => {
    const { visitor, sent } = await aWaitingVisitor();
    const instant = expect.stringMatching(/Z$/);
    expect(sent).toEqual({
      success: true,
      sent: true,
      sentAt: instant,
      resendAt: instant,
      expiresAt: instant,
      sends: 1,
    });
    expect(secondsBetween(sent.sentAt, sent.resendAt)).toBe(30);
    expect(secondsBetween(sent.sentAt, sent.expiresAt)).toBe(600);
    for (const call of ['verify-phone', 'verify-phone', 'resend-verification'])
      expect((await visitor.call(call, { phone: visitor.phone })).body).toEqual({ ...sent, sent: false });
    expect(await stack.sandbox.sms(visitor.phone)).toHaveLength(1);
  });

  it('is sent once when ten tabs request it at the same moment', async () => {
    const visitors = [aVisitor(stack), aVisitor(stack)];
    await Promise.all(visitors.map((each) => each.signsUp()));
    await Promise.all(
      visitors.map(async (visitor) => {
        const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.asksForCode()));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
        expect(answers.filter(({ body }) => body.sent)).toHaveLength(1);
        await stack.sandbox.smsCode(visitor.phone);
        expect(await stack.sandbox.sms(visitor.phone)).toHaveLength(1);
      }),
    );
  });

  it('is sent anew when the server stopped while it was sending it', async () => {
    const { visitor } = await aWaitingVisitor();
    await losesSending(stack, visitor.id);
    expect((await visitor.load()).body.trialSignup.code).toBeUndefined();
    expect((await visitor.asksForCode()).body).toMatchObject({ success: true, sent: true });
    expect(await stack.sandbox.sms(visitor.phone)).toHaveLength(2);
    expect((await visitor.typesCode()).status).toBe(200);
    const states = (await verificationsOf(stack, visitor.id)).map(({ status }) => status);
    expect(new Set(states)).toEqual(new Set(['approved', 'dropped']));
  });

  it('is accepted with spaces and hyphens', async () => {
    const { visitor, code } = await aWaitingVisitor();
    expect((await visitor.typesCode(` ${code.slice(0, 3)}-${code.slice(3)} `)).body).toEqual({ success: true });
    expect(await visitor.stored()).toMatchObject({ state: 'billingInformation', phone_verified_at: expect.any(Date) });
  });

  it('is refused after three wrong tries from one network, which the answers count down', async () => {
    const { visitor, code, wrong, sent } = await aWaitingVisitor();
    for (const triesLeft of [2, 1, 0])
      expect(await visitor.typesCode(wrong)).toMatchObject({
        status: 400,
        body: {
          error: 'Please check the code and try again',
          reason: 'wrong',
          triesLeft,
          ...(!triesLeft && { retryAt: sent.expiresAt }),
        },
      });
    const locked = { resendAt: sent.expiresAt, lockedUntil: sent.expiresAt };
    expect((await visitor.load()).body.trialSignup.code).toMatchObject(locked);
    expect((await visitor.call('resend-verification')).body).toMatchObject({ sent: false, ...locked });
    const fourth = await visitor.typesCode(code);
    expect(fourth).toMatchObject({ status: 429, body: { reason: 'tooMany', retryAt: expect.stringMatching(/Z$/) } });
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(await visitor.stored()).toMatchObject({ state: 'phoneVerification', phone_verified_at: null });
    expect((await visitor.call('resend-verification')).status).toBe(200);
    const { notes } = await journalOf(stack, visitor.id);
    expect(notes).toEqual(['code sent', ...Array(3).fill('code wrong'), 'code refused']);
  });

  it('is tried once by a wrong try that is sent again; the right code still works', async () => {
    const { visitor, code, wrong } = await aWaitingVisitor();
    const once = { 'idempotency-key': aKey() };
    for (const _ of ['sent', 'sent again'])
      expect(await visitor.typesCode(wrong, once)).toMatchObject({ status: 400, body: { triesLeft: 2 } });
    expect([await checksOf(visitor.phone), (await visitor.typesCode(code, once)).status]).toEqual([1, 200]);
  });

  it('adds one note to the journal per kind of refusal; one that was never sent counts as expired', async () => {
    const { visitor, wrong } = await aWaitingVisitor();
    await Promise.all(Array.from({ length: 10 }, () => visitor.typesCode(wrong)));
    const { notes } = await journalOf(stack, visitor.id);
    expect(notes.toSorted()).toEqual(['code refused', 'code sent', ...Array<string>(3).fill('code wrong')]);
    const { id } = await aTrial(stack);
    const expired = await Promise.all(
      Array.from({ length: 10 }, () => post('verify-code', { trialId: id, code: '123456' })),
    );
    for (const answer of expired) expect(answer).toMatchObject({ status: 400, body: { reason: 'expired' } });
    expect((await journalOf(stack, id)).notes).toEqual(['code expired']);
  });

  it('adds one note to the journal for each number that cannot get text messages', async () => {
    const phones = ['8765550142', '8095550142'];
    const visitor = aVisitor(stack, { phone: phones[0]! });
    await visitor.signsUp();
    for (const phone of [0, 0, 0, 1, 1].map((index) => phones[index]!)) await visitor.asksForCode(phone);
    expect((await journalOf(stack, visitor.id)).notes).toEqual(['code not sent', 'code not sent']);
  });

  it('is checked at Twilio five times at most for many parallel wrong tries from many networks', async () => {
    const { visitor, wrong } = await aWaitingVisitor();
    const tries = Array.from({ length: 60 }, (_, n) => visitor.typesCode(wrong, from(`203.0.${n % 20}.${n}`)));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(55);
    expect(await checksOf(visitor.phone)).toBe(5);
  });

  it('entered twice in parallel is accepted twice and recorded once', async () => {
    const { visitor, code } = await aWaitingVisitor();
    const answers = await Promise.all([visitor.typesCode(code), visitor.typesCode(code)]);
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: { success: true } });
    expect((await journalOf(stack, visitor.id)).events).toEqual(['signup.saved', 'phone.verified']);
  });

  it('of one sign-up does not verify another', async () => {
    const { visitor, code } = await aWaitingVisitor();
    const other = aVisitor(stack);
    await other.signsUp();
    await other.asksForCode();
    const foreignCode = await stack.sandbox.smsCode(other.phone);
    if (foreignCode !== code) expect((await other.typesCode(code)).status).toBe(400);
    expect((await visitor.stored()).state).toBe('phoneVerification');
  });

  it('must have six digits; any other is refused and costs no try', async () => {
    const { visitor, wrong } = await aWaitingVisitor();
    const fields = { code: 'Please enter the 6-digit verification code' };
    for (const typed of ['', '12345', 'abcdef'])
      expect(await visitor.typesCode(typed)).toMatchObject({ status: 400, body: { fields } });
    expect((await visitor.typesCode(wrong)).body.triesLeft).toBe(2);
  });
});

describe('the phone number', () => {
  it('can be changed: the old code is invalid, the new one is valid', async () => {
    const { visitor, code } = await aWaitingVisitor();
    const newPhone = aPhone();
    expect((await visitor.asksForCode(newPhone)).body).toMatchObject({ success: true, sent: true });
    const newCode = await stack.sandbox.smsCode(newPhone);
    if (newCode !== code) expect((await visitor.typesCode(code)).status).toBe(400);
    expect((await visitor.typesCode(newCode)).status).toBe(200);
    expect(await visitor.stored()).toMatchObject({ phone: newPhone, state: 'billingInformation' });
    await eventually(async () => {
      const verifications = await verificationsOf(stack, visitor.id);
      return verifications.map(({ status }) => status).join() === 'dropped,approved';
    });
  });

  it('can be changed three times a day', async () => {
    const { id, cookie } = await aTrial(stack);
    const changes = () => post('verify-phone', { trialId: id, phone: aPhone() }, { cookie });
    for (const _ of [1, 2, 3]) expect((await changes()).status).toBe(200);
    const { phone } = await storedTrial(stack, id);
    const fourth = await changes();
    expect(fourth).toMatchObject({ status: 429, body: { retryAt: expect.any(String) } });
    expect((await storedTrial(stack, id)).phone).toBe(phone);
    expect((await post('verify-phone', { trialId: id, phone })).status).toBe(200);
  });

  it('is refused when it has an account, and does not change', async () => {
    const member = await aVisitor(stack).becomesMember();
    const { id, phone, cookie } = await aTrial(stack);
    const { status, body } = await post('verify-phone', { trialId: id, phone: member.phone }, { cookie });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        userExists: true,
        fields: { phone: 'Account already exists for this phone.' },
        error: expect.stringMatching(/^An account with this phone number already exists\./),
      },
    });
    expect((await storedTrial(stack, id)).phone).toBe(phone);
  });

  it.each(['5005550410', '5005550605'])('%s cannot get messages and is refused at its field', async (phone) => {
    const { id, cookie } = await aTrial(stack);
    const { status, body } = await post('verify-phone', { trialId: id, phone }, { cookie });
    expect({ status, body }).toEqual({ status: 400, body: { error: UNREACHABLE, fields: { phone: UNREACHABLE } } });
    expect((await journalOf(stack, id)).notes).toEqual(['code not sent']);
    expect((await post('verify-phone', { trialId: id, phone: aPhone() }, { cookie })).body.sent).toBe(true);
  });
});

describe('verifying a phone', () => {
  it('supersedes older unfinished sign-ups of the same phone, and no newer or other ones', async () => {
    const older = aVisitor(stack);
    await older.signsUp();
    const visitor = aVisitor(stack, { phone: older.phone });
    await visitor.signsUp();
    const stranger = await aTrial(stack);
    const newer = aVisitor(stack, { phone: older.phone });
    await newer.signsUp();
    await visitor.asksForCode();
    await visitor.typesCode();
    await eventually(async () => Number((await older.stored()).superseded_by) === visitor.id);
    expect((await journalOf(stack, older.id)).notes).toEqual(['superseded']);
    expect((await newer.stored()).superseded_by).toBeNull();
    expect((await storedTrial(stack, stranger.id)).superseded_by).toBeNull();
    expect((await older.stored()).state).toBe('phoneVerification');
  });

  it('no longer supersedes a sign-up that changes to another phone', async () => {
    const older = aVisitor(stack);
    await older.signsUp();
    const { id: by } = await aVisitor(stack, { phone: older.phone }).provesPhone();
    await eventually(async () => Number((await older.stored()).superseded_by) === by);
    expect((await older.asksForCode(aPhone())).status).toBe(200);
    expect(await older.stored()).toMatchObject({ superseded_by: null, counts_as_person: null });
    expect((await journalOf(stack, older.id)).notes).toEqual(['superseded', 'superseded undone', 'code sent']);
  });

  it('that got an account meanwhile leads to that account, without a card', async () => {
    const latecomer = aVisitor(stack);
    await latecomer.signsUp();
    await latecomer.asksForCode();
    const code = await stack.sandbox.smsCode(latecomer.phone);
    await memberWith(latecomer.phone);
    const { status, body } = await latecomer.typesCode(code);
    expect({ status, body }).toEqual({ status: 200, body: { success: true, userExists: true } });
    expect((await latecomer.load()).body.trialSignup).toMatchObject({ step: 'success', userExists: true });
    expect((await latecomer.call('trial-setup-intent')).status).toBe(409);
  });
});

/** Gives an account that phone. */
async function memberWith(phone: string): Promise<void> {
  const member = await aVisitor(stack).becomesMember();
  await changeAccountPhone(stack, member.id, phone);
}

describe('Codes over time', () => {
  const stack = inProcessStack();

  async function aWaitingVisitor() {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    const { body } = await visitor.asksForCode();
    return { visitor, sent: body };
  }

  const secondsUntil = async (instant: string) => {
    const { now } = (await stack.sandbox.call('clock')) as { now: string };
    return Math.round((Date.parse(instant) - Date.parse(now)) / 1000);
  };

  describe('a code', () => {
    it('is accepted when the text arrives before the request that sends it has ended', async () => {
      const visitor = aVisitor(stack);
      await visitor.signsUp();
      await stack.sandbox.fault({ match: 'POST /v2/Services/*/Verifications', mode: 'hold-after' });
      const sending = visitor.asksForCode();
      const code = await stack.sandbox.smsCode(visitor.phone);
      const checking = visitor.typesCode(code);
      await stack.sandbox.heal();
      expect((await sending).status).toBe(200);
      expect((await checking).status).toBe(200);
    });

    it('can be sent again after 30, 60, 120 seconds, four times a day from one network', async () => {
      const { visitor, sent } = await aWaitingVisitor();
      expect(secondsBetween(sent.sentAt, sent.resendAt)).toBe(30);
      const codes = [await stack.sandbox.smsCode(visitor.phone)];
      for (const [minutes, cooldown] of [
        [0.5, 60],
        [1, 120],
        [2, 86_400],
      ] as const) {
        expect((await visitor.call('resend-verification')).body.sent).toBe(false);
        await stack.sandbox.advance({ minutes });
        const { status, body } = await visitor.call('resend-verification');
        expect({ status, body }).toMatchObject({
          status: 200,
          body: { success: true, sent: true, expiresAt: sent.expiresAt },
        });
        // The fourth names the end of the day's limit, which began with the first code, in real time.
        expect(Math.abs((await secondsUntil(body.resendAt)) - cooldown)).toBeLessThanOrEqual(cooldown > 120 ? 30 : 2);
        codes.push(await stack.sandbox.smsCode(visitor.phone, { count: codes.length + 1 }));
      }
      expect(new Set(codes).size).toBe(1);
      await stack.sandbox.advance({ minutes: 2 });
      const fifth = await visitor.call('resend-verification');
      expect(fifth).toMatchObject({
        status: 429,
        body: {
          error: expect.stringMatching(/^This number has had its codes for today\. Please use another number/),
          retryAt: expect.stringMatching(/Z$/),
        },
      });
      expect(Number(fifth.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await stack.sandbox.sms(visitor.phone)).toHaveLength(4);
      expect((await visitor.typesCode(codes[0])).status).toBe(200);
    });

    it('is read out in a call with the same waits and limits, and works like the texted one', async () => {
      const { visitor } = await aWaitingVisitor();
      const call = () => visitor.call('resend-verification', { channel: 'call' });
      expect((await call()).body.sent).toBe(false);
      await stack.sandbox.advance({ minutes: 0.5 });
      expect((await call()).body).toMatchObject({ sent: true, sends: 2 });
      const [spoken, texted] = await stack.sandbox.sms(visitor.phone);
      expect([spoken!.channel, texted!.channel]).toEqual(['call', 'sms']);
      expect(spoken!.body).toContain([...spoken!.code].join(', '));
      expect((await visitor.call('resend-verification', { channel: 'fax' })).status).toBe(400);
      expect((await visitor.typesCode(spoken!.code)).status).toBe(200);
    });

    it('is sent to one phone once in 30 seconds for all its sign-ups, and works for each of them', async () => {
      const phone = aPhone();
      const signUps = Array.from({ length: 5 }, () => aVisitor(stack, { phone }));
      await Promise.all(signUps.map((each) => each.signsUp()));
      const answers = await Promise.all(signUps.map((each) => each.asksForCode()));
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
      expect(answers.filter(({ body }) => body.sent)).toHaveLength(1);
      expect(new Set(answers.map(({ body }) => body.resendAt)).size).toBe(1);
      expect(await stack.sandbox.sms(phone)).toHaveLength(1);
      await stack.sandbox.advance({ minutes: 0.5 });
      expect((await signUps[1]!.call('resend-verification')).body).toMatchObject({ sent: true, sends: 2 });
      for (const each of signUps) expect((await each.call('resend-verification')).body.sent).toBe(false);
      expect((await signUps[3]!.typesCode()).status).toBe(200);
    });

    it('is sent to one phone four times a day from one network; a fifth is kept for a network that has sent none', async () => {
      const [stranger, sameNetwork, owner] = ['203.0.113.7', '203.0.113.99', '198.51.100.7'].map(from);
      const phone = aPhone();
      const asks = async (address: typeof owner) => {
        const visitor = aVisitor(stack, { phone });
        await visitor.signsUp(address);
        return visitor.call('verify-phone', { phone }, address);
      };
      for (const address of [stranger, sameNetwork, stranger, stranger]) {
        expect((await asks(address)).body.sent).toBe(true);
        await stack.sandbox.advance({ minutes: 2 });
      }
      for (const address of [stranger, sameNetwork])
        expect(await asks(address)).toMatchObject({ status: 429, body: { error: expect.stringMatching(/for today/) } });
      expect((await asks(owner)).body.sent).toBe(true);
      await stack.sandbox.advance({ minutes: 10 });
      expect((await asks(owner)).status).toBe(429);
      expect(await stack.sandbox.sms(phone)).toHaveLength(5);
    });

    it('is accepted from its owner after wrong codes on a sign-up of a stranger with the same phone', async () => {
      const [stranger, owner] = ['203.0.113.7', '198.51.100.7'].map(from);
      const [theirs, hers] = [aVisitor(stack), aVisitor(stack)];
      hers.phone = hers.details.phone = theirs.phone;
      for (const [visitor, address] of [
        [theirs, stranger],
        [hers, owner],
      ] as const) {
        await visitor.signsUp(address);
        await visitor.call('verify-phone', { phone: visitor.phone }, address);
      }
      const code = await stack.sandbox.smsCode(hers.phone);
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
      const statuses = [];
      for (const _ of [1, 2, 3, 4, 5]) statuses.push((await theirs.typesCode(wrong, stranger)).status);
      expect(statuses).toEqual([400, 400, 400, 429, 429]);
      expect((await hers.load(owner)).body.trialSignup.code).not.toHaveProperty('lockedUntil');
      expect((await hers.typesCode(wrong, owner)).body).toMatchObject({ reason: 'wrong', triesLeft: 1 });
      expect((await hers.typesCode(code, owner)).status).toBe(200);
    });

    it('expires after ten minutes, and a new one can be sent', async () => {
      const { visitor } = await aWaitingVisitor();
      const old = await stack.sandbox.smsCode(visitor.phone);
      await stack.sandbox.advance({ minutes: 10 });
      expect(await visitor.typesCode(old)).toMatchObject({
        status: 400,
        body: { reason: 'expired', triesLeft: 0, error: 'This code has expired. Please request a new one.' },
      });
      expect((await visitor.load()).body.trialSignup).not.toHaveProperty('code');
      expect((await visitor.asksForCode()).body).toMatchObject({ sent: true });
      const fresh = await stack.sandbox.smsCode(visitor.phone, { count: 2 });
      expect((await visitor.typesCode(fresh)).status).toBe(200);
    });

    it('with three wrong tries is blocked until it expires; the next one has three tries again', async () => {
      const { visitor } = await aWaitingVisitor();
      const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
      const first = await stack.sandbox.smsCode(visitor.phone);
      for (const _ of [1, 2, 3]) await visitor.typesCode(wrong(first));
      await stack.sandbox.advance({ minutes: 1 });
      const refused = await visitor.call('resend-verification');
      expect(refused).toMatchObject({ status: 429, body: { reason: 'tooMany' } });
      expect(await secondsUntil(refused.body.retryAt)).toBeLessThanOrEqual(9 * 60);
      await stack.sandbox.advance({ minutes: 9 });
      expect((await visitor.call('resend-verification')).body.sent).toBe(true);
      const second = await stack.sandbox.smsCode(visitor.phone, { count: 2 });
      expect((await visitor.typesCode(wrong(second))).body.triesLeft).toBe(2);
      expect((await visitor.typesCode(second)).status).toBe(200);
    });

    it('is not sent by opening the link the next day, and a new one can be requested', async () => {
      const { visitor } = await aWaitingVisitor();
      await stack.sandbox.advance({ days: 1 });
      await visitor.load();
      expect(await stack.sandbox.sms(visitor.phone)).toHaveLength(1);
      expect((await visitor.asksForCode()).body.sent).toBe(true);
    });
  });
});
