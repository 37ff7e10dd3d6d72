/** Rate limits by address, network and phone exchange, and the budgets of codes in the back office. @slow */
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aMailedProof,
  anApplication,
  anEmail,
  type Answer,
  aPastor,
  aPhone,
  aTrial,
  aVisitor,
  asTyped,
  callsTo,
  countTimes,
  forgetCounts,
  type Visitor,
  formsOf,
  without,
  anAgent,
  auditEntries,
  timesCounted,
} from '../builders/index.ts';
import { networkOf } from '../../apps/api/src/platform/ip-address.ts';
import { inProcessStack, ownStack } from '../support/own-stack.ts';
import { sharedStack } from '../support/index.ts';

const from = (address: string) => ({ 'x-forwarded-for': address });
const count = (answers: Answer[], status: number) => answers.filter((each) => each.status === status).length;
const times = <T>(size: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: size }, (_, index) => work(index)));

/** A different address of the network for each index. */
const addressIn = (network: string) => (index: number) => ({
  'x-forwarded-for': `${network}:${((index * 7919) % 0xffff).toString(16)}::${index.toString(16)}`,
});

describe('the limits', () => {
  const stack = ownStack({ apis: 2, env: { LIMITS: 'on' } });
  const misses = (size: number, address: string) =>
    times(size, (index) => callsTo(stack).get(`/api/trial-signup/${2 ** 41 + index}`, from(address)));

  it('stop an address after thirty unknown ids on both replicas, but not calls with a known id', async () => {
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

  it('count unknown ids in every call that takes an id', async () => {
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

  it('allow twenty unverified codes an hour per phone exchange and address, on both replicas', async () => {
    const prefix = '512867';
    const visitors = Array.from({ length: 24 }, (_, index) =>
      aVisitor(stack, { phone: `${prefix}${String(2000 + index)}` }),
    );
    await Promise.all(visitors.map((each) => each.signsUp()));
    const answers = await Promise.all(visitors.map((each) => each.asksForCode()));
    expect([count(answers, 200), count(answers, 429)]).toEqual([20, 4]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({
      error: expect.stringMatching(/^We are getting many requests for codes/),
      busy: true,
    });
    const other = aVisitor(stack, { phone: '5128682000' });
    await other.signsUp();
    expect((await other.asksForCode()).status).toBe(200);
    const reached = (await stack.sandbox.records()).sms.filter(({ to }: { to: string }) =>
      to.startsWith(`+1${prefix}`),
    );
    expect(reached).toHaveLength(20);
  });

  it('do not count verified codes, and allow an exchange a hundred unverified codes from all addresses', async () => {
    const [church, home] = [from('203.0.113.60'), from('203.0.113.61')];
    const codeFor = async (n: number, address: Record<string, string>) => {
      const visitor = aVisitor(stack, { phone: `512866${2000 + n}` });
      await visitor.signsUp(address);
      const { status } = await visitor.call('verify-phone', { phone: visitor.phone }, address);
      return { visitor, status };
    };
    for (const room of [0, 1]) {
      const asked = await times(11, (n) => codeFor(11 * room + n, church));
      for (const { visitor, status } of asked) {
        expect(status).toBe(200);
        await visitor.call('verify-code', { code: await stack.sandbox.smsCode(visitor.phone) }, church);
      }
    }
    const unproven = await times(22, (n) => codeFor(100 + n, church));
    expect(unproven.filter(({ status }) => status === 429)).toHaveLength(2);
    expect((await codeFor(200, home)).status).toBe(200);
  });

  it('count unknown ids of a /64 of IPv6 as one address on both replicas, apart from the next /64', async () => {
    const [network, neighbor] = [addressIn('2001:db8:1:1'), addressIn('2001:db8:1:2')];
    const { get } = callsTo(stack);
    const answers = await times(40, (index) => get(`/api/trial-signup/${2 ** 41 + index}`, network(index)));
    expect([count(answers, 404), count(answers, 429)]).toEqual([30, 10]);
    expect((await get('/api/trial-signup/7', neighbor(1))).status).toBe(404);
  });

  it('count no repeated request within the cooldown', async () => {
    const visitor = aVisitor(stack, { phone: '5128692000' });
    await visitor.signsUp();
    for (const _ of Array(30)) expect((await visitor.asksForCode()).status).toBe(200);
  });

  it.each([
    ['ambassador-application', 'applicationsPerAddress', () => anApplication()],
    ['trial-request', 'trialRequestsPerAddress', () => anApplication()],
    ['newsletter-subscriptions', 'newsletterPerAddress', () => ({ email: anEmail() })],
  ])(
    'stop an address that repeats %s, on both replicas, and no other address',
    async (call, limit, body) => {
      const address = `203.0.113.${10 + call.length}`;
      const same = body();
      await countTimes(stack, limit, address, 395);
      const answers = await times(10, () => callsTo(stack).post(call, same, from(address)));
      expect(count(answers, 429)).toBe(5);
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

  it('refuse calls that cost money or allow guessing while counting fails; pages still work', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    stack.allowLogs(/"code":"42P01"/);
    await without(stack, 'limits', async () => {
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
    });
    expect((await visitor.asksForCode()).status).toBe(200);
  });

  it('use the address that the last proxy saw, not one that the client claims', async () => {
    const { get } = callsTo(stack);
    await misses(31, '203.0.113.4');
    expect((await get('/api/trial-signup/7', from('10.1.1.1, 203.0.113.4'))).status).toBe(429);
    expect((await get('/api/trial-signup/7', from('203.0.113.4, 203.0.113.5'))).status).toBe(404);
  });
});

describe('the limits of one network, with 50 codes a day for all', () => {
  const stack = inProcessStack({ env: { LIMITS: 'on', CODES_PER_DAY: '50' } });
  const get = (path: string, headers: Record<string, string>) => callsTo(stack).get(path, headers);
  const post = (call: string, body: object, headers: Record<string, string>) =>
    callsTo(stack).post(call, body, headers);

  /** A new sign-up requests its code; every phone is in an exchange of its own. */
  const requestCode = async (headers: Record<string, string>) => {
    const visitor = aVisitor(stack, { phone: aPhone() });
    await visitor.signsUp(headers);
    return { visitor, answer: await visitor.call('verify-phone', { phone: visitor.phone }, headers) };
  };

  describe('a /64 of IPv6', () => {
    it('can try ten passwords of the database page', async () => {
      const network = addressIn('2001:db8:2:1');
      const answers = await times(30, (index) => post('admin/check-auth', { password: 'a guess' }, network(index)));
      expect(count(answers, 429)).toBe(20);
    });

    it('can look up six hundred phones', async () => {
      const network = addressIn('2001:db8:3:1');
      await countTimes(stack, 'lookupsPerAddress', networkOf('2001:db8:3:1::1'), 590);
      const answers = await times(20, (index) => post('check-user-exists', { phone: '5125550142' }, network(index)));
      expect([count(answers, 200), count(answers, 429)]).toEqual([10, 10]);
    });

    it('can sign up when the look-ups of all are used up, with scripts and without; a member is still refused', async () => {
      const network = addressIn('2001:db8:5:1')(1);
      const member = await aVisitor(stack).becomesMember();
      await countTimes(stack, 'lookupsOverall', 'all', 6000);
      expect((await post('check-user-exists', { phone: aPhone() }, network)).status).toBe(429);
      expect((await post('trial-signup', aPastor(), network)).status).toBe(201);
      expect((await formsOf(stack)('/trial', asTyped(aPastor()), network)).status).toBe(303);
      const { status, page } = await formsOf(stack)('/trial', asTyped(aPastor({ phone: member.phone })), network);
      expect([status, page('#phone-error').text()]).toEqual([409, 'Account already exists for this phone.']);
    });

    it('can request a fifth of the codes for the unproven of a day; another network still gets codes', async () => {
      const network = addressIn('2001:db8:4:1');
      const answers = (await times(14, (index) => requestCode(network(index)))).map(({ answer }) => answer);
      expect([count(answers, 200), count(answers, 429)]).toEqual([6, 8]);
      expect((await requestCode(addressIn('2001:db8:9:2')(1))).answer.status).toBe(200);
    });
  });

  describe('an IPv4 address', () => {
    it('is the same address when it is mapped into IPv6', async () => {
      const spellings = ['203.0.113.40', '::ffff:203.0.113.40', '::FFFF:cb00:7128'];
      const answers = await times(36, (index) =>
        get(`/api/trial-signup/${2 ** 41 + index}`, { 'x-forwarded-for': spellings[index % 3]! }),
      );
      expect([count(answers, 404), count(answers, 429)]).toEqual([30, 6]);
    });

    it('gets more codes when its visitors verify their phones', async () => {
      const room = { 'x-forwarded-for': '198.51.100.40' };
      for (const _ of Array(12)) {
        const { visitor, answer } = await requestCode(room);
        expect(answer.status).toBe(200);
        const code = await stack.sandbox.smsCode(visitor.phone);
        expect((await visitor.call('verify-code', { code }, room)).status).toBe(200);
      }
    });
  });
});

describe('the codes of a day, 50 for all and 30 of them for unverified visitors', () => {
  const stack = inProcessStack({ env: { LIMITS: 'on', CODES_PER_DAY: '50' } });
  const attackers = [1, 2, 3, 4, 5].map((n) => addressIn(`2001:db8:4:${n}`)(n));
  const honest = from('198.51.100.50');

  const asksForCode = async (visitor: Visitor, more: object = {}) => {
    if (!visitor.id) await visitor.signsUp(honest);
    return visitor.call('verify-phone', { phone: visitor.phone, ...more }, honest);
  };
  const confirms = async (visitor: Visitor) =>
    visitor.call('verify-code', { code: await stack.sandbox.smsCode(visitor.phone) }, honest);
  const nothingIsLeft = () => countTimes(stack, 'unprovenCodesOverall', 'all', 30);

  beforeEach(() => forgetCounts(stack, ''));

  it('are not used up by five /64 of one /56; a pastor elsewhere gets his code at once', async () => {
    const asked = await times(50, async (n) => {
      const visitor = aVisitor(stack);
      await visitor.signsUp(attackers[n % 5]);
      return visitor.call('verify-phone', { phone: visitor.phone }, attackers[n % 5]);
    });
    expect(count(asked, 200)).toBe(8);
    const pastor = aVisitor(stack);
    expect(await asksForCode(pastor)).toMatchObject({ status: 200, body: { sent: true } });
    expect((await confirms(pastor)).status).toBe(200);
  });

  it('reach a pastor whose browser does a proof of work when those for unverified visitors are used up', async () => {
    await nothingIsLeft();
    const pastor = aVisitor(stack);
    const busy = await asksForCode(pastor);
    expect(busy).toMatchObject({
      status: 429,
      body: { busy: true, error: expect.stringMatching(/^We are getting many requests for codes/) },
    });
    expect(await stack.sandbox.sms(pastor.phone)).toEqual([]);
    const work = await solved(busy.body.challenge);
    expect(await asksForCode(pastor, { work })).toMatchObject({ status: 200, body: { sent: true } });
    expect((await confirms(pastor)).status).toBe(200);
  });

  it('reach a pastor who has proven his mailbox by the mailed link when those for the unproven are used up', async () => {
    await nothingIsLeft();
    const pastor = aVisitor(stack);
    expect((await asksForCode(pastor)).body).toMatchObject({ busy: true });
    const trial = { id: pastor.id, email: pastor.details.email };
    const proof = await aMailedProof(stack, trial);
    expect((await pastor.call('prove-browser', { proof }, honest)).status).toBe(200);
    expect(await asksForCode(pastor)).toMatchObject({ status: 200, body: { sent: true } });
    expect((await confirms(pastor)).status).toBe(200);
  });

  it('take each proof of work once, and only for the sign-up that it was made for', async () => {
    await nothingIsLeft();
    const [pastor, other] = [aVisitor(stack), aVisitor(stack)];
    const work = await solved((await asksForCode(pastor)).body.challenge);
    const forged = Buffer.from(work, 'base64')
      .toString()
      .replace(/"cost":\d+/, '"cost":1');
    for (const wrong of [work, Buffer.from(forged).toString('base64'), 'e30=', 'nonsense'])
      expect((await asksForCode(other, { work: wrong })).body).toMatchObject({ busy: true });
    expect((await asksForCode(pastor, { work })).status).toBe(200);
    const another = aPhone();
    pastor.phone = another;
    expect(await asksForCode(pastor, { work })).toMatchObject({ status: 429, body: { busy: true } });
    expect(await stack.sandbox.sms(another)).toEqual([]);
  });

  it('are still sent to a phone that was proven before, and a proof of work is no way around the budget of all', async () => {
    const member = await aVisitor(stack).provesPhone();
    await nothingIsLeft();
    expect((await asksForCode(aVisitor(stack, { phone: member.phone }))).body).toMatchObject({ sent: true });
    await countTimes(stack, 'workedCodesOverall', 'all', 10);
    const { body } = await asksForCode(aVisitor(stack));
    expect(body).toMatchObject({ busy: true });
    expect(body).not.toHaveProperty('challenge');
  });
});

/** The solution of a challenge, as a browser sends it. */
async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

describe('with LIMITS=off', () => {
  const stack = sharedStack();

  it('unknown ids are not counted', async () => {
    const answers: Answer[] = [];
    for (let round = 0; round < 5; round += 1)
      answers.push(...(await times(12, () => callsTo(stack).get('/api/trial-signup/7'))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  });

  it('one phone exchange can get more than twenty codes', async () => {
    const prefix = `201${Math.floor(200 + Math.random() * 700)}`;
    const visitors = Array.from({ length: 22 }, (_, index) => aVisitor(stack, { phone: `${prefix}${3000 + index}` }));
    await Promise.all(visitors.map((each) => each.signsUp()));
    const answers = await Promise.all(visitors.map((each) => each.asksForCode()));
    expect(new Set(answers.map(({ body }) => body.sent))).toEqual(new Set([true]));
  });

  it('the cooldown and the tries of a code still apply', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await visitor.asksForCode();
    const code = await stack.sandbox.smsCode(visitor.phone);
    expect((await visitor.call('resend-verification')).body.sent).toBe(false);
    for (const _ of [1, 2, 3, 4, 5]) await visitor.typesCode(code === '000000' ? '111111' : '000000');
    expect((await visitor.typesCode(code)).status).toBe(429);
  });
});

describe('the codes of visitors who have proven their mailbox', () => {
  const stack = inProcessStack({ env: { LIMITS: 'on', CODES_PER_DAY: '50' } });
  const asksFrom = async (address: string) => {
    const from = { 'x-forwarded-for': address };
    const { id, cookie, phone } = await aTrial(stack, { columns: { email_proven_at: '2026-02-03T04:05:06Z' } });
    return callsTo(stack).post('verify-phone', { trialId: id, phone }, { cookie, ...from });
  };

  it('to one network are limited to three tenths of the day until visitors enter them, and other networks still get theirs', async () => {
    await countTimes(stack, 'provenCodesPer48', '203.0.113.0/24', 14);
    expect((await asksFrom('203.0.113.7')).status).toBe(200);
    expect(await asksFrom('203.0.113.8')).toMatchObject({
      status: 429,
      body: { error: expect.stringMatching(/^All codes of today have been sent/) },
    });
    expect((await asksFrom('198.51.100.7')).status).toBe(200);
    expect(await timesCounted(stack, 'codesOverall', 'all')).toBe(2);
  });
});

describe('the codes of a day', () => {
  const stack = inProcessStack({ env: { LIMITS: 'on', CODES_PER_DAY: '50' } });
  const asksFrom = async (address: string) => {
    const from = { 'x-forwarded-for': address };
    const visitor = aVisitor(stack);
    await visitor.signsUp(from);
    return visitor.call('verify-phone', { phone: visitor.phone }, from);
  };

  it('are shown to staff with the networks that used most, and no whole address', async () => {
    for (const address of ['203.0.113.7', '203.0.113.8', '2001:db8:5:6::7'])
      expect((await asksFrom(address)).status).toBe(200);
    const { status, body } = await (await anAgent(stack)).get('/api/admin/code-lanes');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        unproven: { used: 3, of: 30 },
        worked: { used: 0, of: 10 },
        all: { used: 3, of: 50 },
        networks: [
          { network: '203.0.113.0/24', codes: 2 },
          { network: '2001:db8:5::/48', codes: 1 },
        ],
      },
    });
  });

  it('go to strangers as far as an administrator allows, at once, which the audit records', async () => {
    const administrator = await anAgent(stack, 'administrator');
    const allow = (unproven: number) => administrator.post('admin/code-lanes', { unproven });
    expect((await allow(3)).body.unproven).toEqual({ used: 3, of: 3 });
    expect(await asksFrom('198.51.100.7')).toMatchObject({ status: 429, body: { busy: true } });
    expect((await allow(20)).status).toBe(200);
    expect((await asksFrom('198.51.100.7')).status).toBe(200);
    expect((await allow(500)).body.unproven.of).toBe(50);
    expect((await allow(-1)).status).toBe(400);
    const entries = await auditEntries(stack, { by: administrator.id, action: 'code budget set' });
    expect(entries.map(({ detail }) => detail)).toEqual([
      { from: 30, to: 3 },
      { from: 3, to: 20 },
      { from: 20, to: 500 },
    ]);
  });
});
