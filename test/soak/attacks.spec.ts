/** Attacks in full size on three replicas that share their limits, with normal users beside them; and crowds that are no attack. */
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  aMember,
  anApplication,
  type Answer,
  aPastor,
  aPhone,
  aStaffMember,
  aVisitor,
  callsTo,
  CARDS,
  cookiesOf,
  idOf,
  typeCard,
} from '../builders/index.ts';
import { atOnce, expectNoViolations, providerRecordsOf } from '../invariants/index.ts';
import { attackers, botnet, count, crowd } from './clients.ts';
import { eventually } from '../support/index.ts';
import { percentile } from '../bench/lib/measure.mjs';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(120_000);

describe('Attacks on three replicas', () => {
  const stack = ownStack({ apis: 3, env: { LIMITS: 'on' } });
  const { script, ask } = attackers(stack);
  afterAll(() => script.close());

  const TOO_MANY = {
    error: 'Too many attempts. Please wait a little and try again.',
    retryAt: expect.stringMatching(/Z$/),
  };

  describe('Guessing the ids of sign-ups from 200 addresses', () => {
    it('finds none, hits the overall limit, and does not block a visitor with a link', async () => {
      const known = await aMember(stack);
      const reads: Record<'alone' | 'attacked', number[]> = { alone: [], attacked: [] };
      const reader = async (kind: keyof typeof reads) => {
        const asked = { path: `/api/trial-signup/${known.id}`, headers: { 'x-forwarded-for': '198.51.100.1' } };
        reads[kind].push((await script.send(stack.url, asked, [200])).ms);
        await sleep(20);
      };
      for (let turn = 0; turn < 200; turn += 1) await reader('alone');

      const from = botnet('203.0.113', 200);
      const begun = performance.now();
      const seen: { status: number; at: number }[] = [];
      const guessers = crowd(32, async (person, turn) => {
        const id = Math.ceil(Math.random() * (2 ** 53 - 1));
        const headers = { 'x-forwarded-for': from(turn * 32 + person) };
        const { status } = await script.send(stack.url, { path: `/api/trial-signup/${id}`, headers }, [404, 429]);
        seen.push({ status, at: performance.now() - begun });
      });
      while (performance.now() - begun < 20_000) await reader('attacked');
      await guessers.stop();

      const missed = seen.filter(({ status }) => status === 404);
      const [alone, attacked] = [percentile(reads.alone, 0.99), percentile(reads.attacked, 0.99)];
      console.log({ guesses: seen.length, aSecond: Math.round(seen.length / 20), notFound: missed.length,
      lastNotFoundAfterMs: Math.round(missed.at(-1)!.at), p99Alone: alone, p99Attacked: attacked, ratio: Number((attacked / alone).toFixed(1)) }); // oxfmt-ignore
      expect(script.unexpected).toEqual([]);
      expect(missed).toHaveLength(1200);
      expect(seen.length).toBeGreaterThan(2 * missed.length);
    });
  });

  describe('Looking up the phones of a neighborhood', () => {
    it('ends after 600 on all replicas together; all answers are true', async () => {
      const members = await atOnce(3, (n) => aVisitor(stack, { phone: `972867${4100 + 333 * n}` }).becomesMember());
      const theirs = new Set(members.map(({ phone }) => phone));
      const asked = [...theirs, ...Array.from({ length: 1000 }, (_, n) => String(9_728_674_000 + n))];
      const answers = await Promise.all(asked.map((phone) => ask('check-user-exists', { phone }, '203.0.114.1')));
      expect([count(answers, 200), count(answers, 429)]).toEqual([600, asked.length - 600]);
      for (const [index, { status, body }] of answers.entries())
        expect(body).toEqual(status === 200 ? { userExists: theirs.has(asked[index]!) } : TOO_MANY);
      for (const phone of theirs)
        expect((await ask('check-user-exists', { phone }, '198.51.100.2')).body).toEqual({ userExists: true });
    });
  });

  describe('Trying stolen cards', () => {
    it('gets one card form for twenty requests, which ends after ten declined cards, for this sign-up alone', async () => {
      const [thief, neighbour] = [aVisitor(stack), aVisitor(stack)];
      for (const each of [thief, neighbour]) await each.provesPhone();
      const opened = await atOnce(20, () => thief.call('trial-setup-intent'));
      const [secret, ...more] = [...new Set(opened.map(({ body }) => body.clientSecret as string))];
      expect(more).toEqual([]);
      for (const _ of Array(10)) await typeCard(stack, secret!, CARDS.declined);
      const formsOf = async () => (await providerRecordsOf(stack, thief)).setupIntents.map(({ status }) => status);
      await eventually(async () => (await formsOf())[0] === 'canceled');
      for (const call of ['trial-setup-intent', 'trial-checkout-session'])
        expect(await thief.call(call)).toMatchObject({ status: 429, body: TOO_MANY });
      await typeCard(stack, secret!, CARDS.good);
      expect((await thief.call('update-payment-verified', { setupIntentId: idOf(secret!) })).status).toBe(400);
      expect(await formsOf()).toEqual(['canceled']);
      for (const _ of Array(3)) await neighbour.typesCard(CARDS.declined);
      await neighbour.savesCard();
      expect((await neighbour.opensAccount()).body).toEqual({ success: true });
    });
  });

  describe('Guessing the password of an administrator', () => {
    it('gets 40 of 10,000 guesses from 100 addresses checked per hour; the administrator can sign in meanwhile', async () => {
      const member = await aStaffMember(stack);
      const { email, password } = member;
      const office = { 'x-forwarded-for': '198.51.100.3' };
      const first = await callsTo(stack).post('admin/login', { email, password }, office);
      const from = botnet('203.0.118', 100);
      const begun = performance.now();
      const guesses = atOnce(10_000, (index) => ask('admin/login', { email, password: `guess ${index}` }, from(index)));
      const inTheMiddle = await callsTo(stack).post(
        'admin/login',
        { email, password },
        { ...office, cookie: cookiesOf(first) },
      );
      const answers = await guesses;
      console.log({ guesses: answers.length, checked: count(answers, 401), seconds: Math.round((performance.now() - begun) / 1000) }); // oxfmt-ignore
      expect(inTheMiddle.status).toBe(200);
      const hashed = `SELECT count(*)::int AS count FROM audit_log WHERE action = 'sign-in refused' AND account_id = $1`;
      const [{ count: compared }] = await stack.query(hashed, [member.id]);
      expect([count(answers, 401), count(answers, 429), compared]).toEqual([39, 9961, 39]);
      const stranger = await ask('admin/login', { email, password }, '198.51.100.4');
      expect(stranger).toMatchObject({ status: 429, body: TOO_MANY });
    });
  });

  describe('A locked table of limits', () => {
    it('makes limited calls answer 503; pages are served', async () => {
      const proven = await aVisitor(stack).provesPhone();
      const waiting = aVisitor(stack);
      await waiting.signsUp();
      const lock = stack.query('BEGIN; LOCK TABLE rate_limits; SELECT pg_sleep(9); COMMIT');
      await eventually(async () => (await stack.query(`SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted AND relation = 'rate_limits'::regclass`)).length > 0); // oxfmt-ignore
      const { email, password } = await aStaffMember(stack);
      const answers = await Promise.all([
        waiting.asksForCode(),
        proven.call('trial-setup-intent'),
        ask('admin/login', { email, password }, '198.51.100.5'),
        ask('check-user-exists', { phone: aPhone() }, '198.51.100.5'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
      for (const path of ['/', '/trial', '/api/config', '/readyz'])
        expect((await callsTo(stack).get(path)).status).toBe(200);
      await lock;
      expect(await stack.sandbox.sms(waiting.phone)).toEqual([]);
      expect((await waiting.asksForCode()).status).toBe(200);
      await expectNoViolations(stack);
    });
  });
});

describe('The limits in normal use', () => {
  const stack = ownStack({ apis: 2, env: { LIMITS: 'on' } });

  const from = (address: string) => ({ 'x-forwarded-for': address });
  const count = (answers: Answer[], status: number) => answers.filter((each) => each.status === status).length;

  it('let 200 pastors at one address sign up at the same time', async () => {
    const { post, get } = callsTo(stack);
    const room = from('198.51.100.7');
    const pastors = Array.from({ length: 200 }, () => aPastor());
    const known = await Promise.all(pastors.map(({ phone }) => post('check-user-exists', { phone }, room)));
    const saved = await Promise.all(pastors.map((pastor) => post('trial-signup', pastor, room)));
    const loaded = await Promise.all(saved.map(({ body }) => get(`/api/trial-signup/${body.id}`, room)));
    const sent = await Promise.all(
      saved.map(({ body }, index) => post('verify-phone', { trialId: body.id, phone: pastors[index]!.phone }, room)),
    );
    expect([count(known, 200), count(saved, 201), count(loaded, 200), count(sent, 200)]).toEqual([200, 200, 200, 200]);
  }, 60_000);

  it('let 200 pastors at one address apply, request a trial and subscribe at the same time', async () => {
    const { post } = callsTo(stack);
    const room = from('198.51.100.8');
    const pastors = Array.from({ length: 200 }, () => anApplication());
    const applied = await Promise.all(pastors.map((each) => post('ambassador-application', each, room)));
    const asked = await Promise.all(pastors.map((each) => post('trial-request', each, room)));
    const subscribed = await Promise.all(pastors.map(({ email }) => post('newsletter-subscriptions', { email }, room)));
    expect([count(applied, 201), count(asked, 201), count(subscribed, 202)]).toEqual([200, 200, 200]);
  }, 60_000);
});
