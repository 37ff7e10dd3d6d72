/** Codes over time: cooldowns, expiry, and the number of codes a day. */
import { describe, expect, it } from '@jest/globals';
import { aVisitor } from '../builders/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

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

  it('can be sent again after 30, 60, 120 seconds, five times a day', async () => {
    const { visitor, sent } = await aWaitingVisitor();
    expect(await secondsUntil(sent.resendAt)).toBeGreaterThanOrEqual(28);
    const codes = [await stack.sandbox.smsCode(visitor.phone)];
    for (const [minutes, cooldown] of [
      [0.5, 60],
      [1, 120],
      [2, 120],
      [2, 86_400],
    ] as const) {
      expect((await visitor.call('resend-verification')).body.sent).toBe(false);
      await stack.sandbox.advance({ minutes });
      const { status, body } = await visitor.call('resend-verification');
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { success: true, sent: true, expiresAt: sent.expiresAt },
      });
      // The fifth names the end of the day's limit, which began with the first code, in real time.
      expect(Math.abs((await secondsUntil(body.resendAt)) - cooldown)).toBeLessThanOrEqual(cooldown > 120 ? 30 : 2);
      codes.push(await stack.sandbox.smsCode(visitor.phone, { count: codes.length + 1 }));
    }
    expect(new Set(codes).size).toBe(1);
    await stack.sandbox.advance({ minutes: 2 });
    const sixth = await visitor.call('resend-verification');
    expect(sixth).toMatchObject({
      status: 429,
      body: {
        error: expect.stringMatching(/^This number has had its codes for today\. Please use another number/),
        retryAt: expect.stringMatching(/Z$/),
      },
    });
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await stack.sandbox.sms(visitor.phone)).toHaveLength(5);
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

  it('is sent to one phone five times a day for all its sign-ups', async () => {
    const { visitor } = await aWaitingVisitor();
    for (const _ of [2, 3, 4, 5]) {
      const other = aVisitor(stack, { phone: visitor.phone });
      await other.signsUp();
      expect((await other.asksForCode()).body.sent).toBe(true);
    }
    const sixth = aVisitor(stack, { phone: visitor.phone });
    await sixth.signsUp();
    expect((await sixth.asksForCode()).status).toBe(429);
    expect(await stack.sandbox.sms(visitor.phone)).toHaveLength(5);
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

  it('with five wrong tries is blocked until it expires; the next one has five tries again', async () => {
    const { visitor } = await aWaitingVisitor();
    const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const first = await stack.sandbox.smsCode(visitor.phone);
    for (const _ of [1, 2, 3, 4, 5]) await visitor.typesCode(wrong(first));
    await stack.sandbox.advance({ minutes: 1 });
    const refused = await visitor.call('resend-verification');
    expect(refused).toMatchObject({ status: 429, body: { reason: 'tooMany' } });
    expect(await secondsUntil(refused.body.retryAt)).toBeLessThanOrEqual(9 * 60);
    await stack.sandbox.advance({ minutes: 9 });
    expect((await visitor.call('resend-verification')).body.sent).toBe(true);
    const second = await stack.sandbox.smsCode(visitor.phone, { count: 2 });
    expect((await visitor.typesCode(wrong(second))).body.triesLeft).toBe(4);
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
