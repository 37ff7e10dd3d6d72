import { describe, expect, it } from '@jest/globals';
import { anApplication, anEmail, aPastor, aTrial, aVisitor, callsTo, type Answer } from '../builders/index.ts';
import { ownStack } from '../support/own-stack.ts';

const stack = ownStack({ apis: 2, env: { LIMITS: 'on' } });

const from = (address: string) => ({ 'x-forwarded-for': address });
const misses = (count: number, address: string) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      callsTo(stack).get(`/api/trial-signup/${2 ** 41 + index}`, from(address)),
    ),
  );
const count = (answers: Answer[], status: number) => answers.filter((each) => each.status === status).length;

describe('the limits', () => {
  it('stop who guesses ids after thirty misses, over both replicas, and nobody who knows one', async () => {
    const { get } = callsTo(stack);
    const { id } = await aTrial(stack);
    const answers = await misses(40, '203.0.113.1');
    expect([count(answers, 404), count(answers, 429)]).toEqual([30, 10]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toEqual({
      error: 'Too many attempts. Please wait a little and try again.',
      retryAt: expect.stringMatching(/Z$/),
    });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(500);
    expect(wait).toBeLessThanOrEqual(600);
    for (const url of stack.apiUrls)
      expect((await callsTo({ url }).get(`/api/trial-signup/${id}`, from('203.0.113.1'))).status).toBe(200);
    expect((await get('/api/trial-signup/7', from('203.0.113.2'))).status).toBe(404);
  });

  it('count misses of every call that takes an id', async () => {
    const address = from('203.0.113.3');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        callsTo(stack).post(
          index % 2 ? 'send-resume-link' : 'trial-setup-intent',
          { trialId: 2 ** 41 + index },
          address,
        ),
      ),
    );
    expect([count(answers, 404), count(answers, 429)]).toEqual([30, 10]);
  });

  it('send twenty codes an hour to numbers of one exchange, over both replicas', async () => {
    const prefix = '512867';
    const visitors = Array.from({ length: 24 }, (_, index) =>
      aVisitor(stack, { phone: `${prefix}${String(2000 + index)}` }),
    );
    await Promise.all(visitors.map((each) => each.signsUp()));
    const answers = await Promise.all(visitors.map((each) => each.asksForCode()));
    expect([count(answers, 200), count(answers, 429)]).toEqual([20, 4]);
    const other = aVisitor(stack, { phone: '5128682000' });
    await other.signsUp();
    expect((await other.asksForCode()).status).toBe(200);
    const reached = (await stack.sandbox.ledger()).sms.filter(({ to }: { to: string }) => to.startsWith(`+1${prefix}`));
    expect(reached).toHaveLength(20);
  });

  it('count nothing twice for a repeat inside the cooldown', async () => {
    const visitor = aVisitor(stack, { phone: '5128692000' });
    await visitor.signsUp();
    for (const _ of Array(30)) expect((await visitor.asksForCode()).status).toBe(200);
  });

  it.each([
    ['ambassador-application', () => anApplication()],
    ['trial-request', () => anApplication()],
    ['newsletter-subscriptions', () => ({ email: anEmail() })],
  ])(
    'stop a script that sends %s over and over, on both replicas, and nobody at another address',
    async (call, body) => {
      const address = `203.0.113.${10 + call.length}`;
      const same = body();
      const answers: Answer[] = [];
      while (answers.length < 410)
        answers.push(
          ...(await Promise.all(Array.from({ length: 41 }, () => callsTo(stack).post(call, same, from(address))))),
        );
      expect(count(answers, 429)).toBe(10);
      for (const url of stack.apiUrls)
        expect(await callsTo({ url }).post(call, same, from(address))).toMatchObject({
          status: 429,
          body: {
            error: 'Too many attempts. Please wait a little and try again.',
            retryAt: expect.stringMatching(/Z$/),
          },
        });
      expect((await callsTo(stack).post(call, same, from('203.0.113.99'))).status).toBeLessThan(300);
    },
    60_000,
  );

  it('let nothing through that costs or guesses while they cannot be counted, and no page stops', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await stack.query('ALTER TABLE rate_limits RENAME TO rate_limits_away');
    try {
      const answers = await Promise.all([
        visitor.asksForCode(),
        visitor.calls.post('check-user-exists', { phone: visitor.phone }),
        visitor.calls.post('admin/login', { email: anEmail(), password: 'a guess' }),
        visitor.calls.post('trial-signup', aPastor()),
      ]);
      for (const { status, body } of answers) {
        expect(status).toBeGreaterThanOrEqual(500);
        expect(body).toEqual({ error: expect.stringMatching(/try again/i) });
      }
      expect(await stack.sandbox.sms(visitor.phone)).toEqual([]);
      expect((await callsTo(stack).get('/trial')).status).toBe(200);
    } finally {
      await stack.query('ALTER TABLE rate_limits_away RENAME TO rate_limits');
    }
    expect((await visitor.asksForCode()).status).toBe(200);
  });

  it('go by the address before the last proxy, whatever a visitor claims', async () => {
    const { get } = callsTo(stack);
    await misses(31, '203.0.113.4');
    expect((await get('/api/trial-signup/7', from('10.1.1.1, 203.0.113.4'))).status).toBe(429);
    expect((await get('/api/trial-signup/7', from('203.0.113.4, 203.0.113.5'))).status).toBe(404);
  });
});
