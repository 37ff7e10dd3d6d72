import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  anAgent,
  aStaffMember,
  aVisitor,
  callsTo,
  codeOf,
  doctorCommand,
  lifeOf,
  type Visitor,
} from '../builders/index.ts';
import { untilHeld, advanceAndSettle, checkInvariantsAfterEach, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';
import {
  charges,
  datedOutside,
  jobsDoneBy,
  misses,
  processorsUsed,
  refusedWebhooks,
  untilGaugeShows,
  timeOf,
  wrongClocks,
} from './clocks.ts';

jest.setTimeout(120_000);

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAYS = 24 * HOUR;
const DAY_IN_CHICAGO = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Chicago' });
const ZONES = ['Asia/Tokyo', 'UTC'];

const clocks = wrongClocks(2);
const stack = ownStack({
  env: { LIMITS: 'on' },
  envOf: (index) => ({ TZ: ZONES[index]!, ...clocks.envOf(index) }),
});
afterAll(clocks.remove);
const later = advanceAndSettle(stack);
/** Sets how many seconds the clocks of the two servers are ahead. */
const clocksAre = (...ahead: [number, number]) => clocks.set(stack.apiUrls, ...ahead);
const isOpen = async (visitor: Visitor) => (await visitor.stored()).state === 'success';

checkInvariantsAfterEach(stack);
afterEach(async () => {
  expect(await refusedWebhooks(stack)).toEqual([]);
  await clocksAre(0, 0);
});

/** Submits a card and closes the browser; no webhook reports the card. */
async function leavesAfterTheCard(): Promise<Visitor> {
  const visitor = await aVisitor(stack).provesPhone();
  await stack.sandbox.webhooks.set('drop');
  await visitor.typesCard();
  await stack.sandbox.webhooks.set('normal');
  return visitor;
}

describe('A server whose clock is 4 minutes ahead of the other’s', () => {
  beforeEach(() => clocksAre(4 * MINUTE, 0));

  it('serves sign-ups in turn with the other, and everything is dated by one clock', async () => {
    const begun = await timeOf(stack);
    const done = await jobsDoneBy(stack);
    const members = await Promise.all(Array.from({ length: 8 }, () => aVisitor(stack).becomesMember()));
    const alone = await aVisitor(stack).provesPhone();
    await alone.typesCard();
    await eventually(() => isOpen(alone));
    await settled(stack);
    expect(await datedOutside(stack, [...members, alone], begun, await timeOf(stack))).toEqual([]);
    for (const [server, count] of (await jobsDoneBy(stack)).entries()) expect(count).toBeGreaterThan(done[server]!);
    await untilGaugeShows(stack, [4 * MINUTE, 0]);
  });

  it.each([
    ['ahead', 0, 1],
    ['right', 1, 0],
  ] as const)('accepts codes for exactly 10 minutes if the server that is %s has sent them', async (_, one, other) => {
    const [inTime, late] = [aVisitor(stack), aVisitor(stack)];
    for (const visitor of [inTime, late]) {
      await visitor.signsUp();
      await callsTo({ url: stack.apiUrls[one]! }).post('verify-phone', { trialId: visitor.id, phone: visitor.phone });
    }
    const types = async ({ id, phone }: Visitor) =>
      callsTo({ url: stack.apiUrls[other]! }).post('verify-code', {
        trialId: id,
        code: await stack.sandbox.smsCode(phone),
      });
    await stack.sandbox.advance({ minutes: 9 });
    expect(await types(inTime)).toMatchObject({ status: 200 });
    await stack.sandbox.advance({ minutes: 1 });
    expect(await types(late)).toMatchObject({ status: 400, body: { reason: 'expired' } });
  });

  it('charges each member once after 30 days, with notices 7 days and 1 day before', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => aVisitor(stack).becomesMember()));
    await later({ days: 23 });
    await later({ days: 6 });
    for (const { id, details } of members) {
      const { trial_ends_at } = await lifeOf(stack, id);
      expect(await charges(stack, id)).toBe(0);
      const notices = await stack.sandbox.mails(details.email, { count: 2, subject: /free trial ends/ });
      for (const { text } of notices) expect(text).toContain(DAY_IN_CHICAGO.format(trial_ends_at));
    }
    await later({ days: 2 });
    for (const { id } of members) expect(await charges(stack, id)).toBe(1);
  });
});

describe('Clocks that jump 2 hours back', () => {
  it('lose no sign-up in progress and delay none', async () => {
    const begun = await timeOf(stack);
    const coded = aVisitor(stack);
    await coded.signsUp();
    await coded.asksForCode();
    const carded = await leavesAfterTheCard();
    const opening = await aVisitor(stack).provesPhone();
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'hold-before', times: 0 });
    await opening.savesCard();
    const asked = performance.now();
    const answered = opening.opensAccount().then(({ status }) => [status, performance.now() - asked]);
    await untilHeld(stack);
    await clocksAre(-2 * HOUR, -2 * HOUR);

    expect((await coded.typesCode()).status).toBe(200);
    const [status, ms] = await answered;
    expect(status).toBe(503);
    expect(ms).toBeLessThan(15_000);
    await stack.sandbox.heal();
    expect((await carded.opensAccount()).body).toEqual({ success: true });
    await eventually(() => isOpen(opening), { within: 60_000 });
    await coded.savesCard();
    await clocksAre(0, 0);
    expect((await coded.opensAccount()).body).toEqual({ success: true });
    await settled(stack);
    expect(await datedOutside(stack, [coded, carded, opening], begun, await timeOf(stack))).toEqual([]);
  });

  it('delay no mail, no retry and no sweep', async () => {
    const waits = await aVisitor(stack).provesPhone();
    await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 2 });
    await waits.savesCard();
    await untilHeld(stack);
    const quiet = await leavesAfterTheCard();
    await clocksAre(-2 * HOUR, -2 * HOUR);

    const jumped = performance.now();
    const seconds = () => Math.round((performance.now() - jumped) / 100) / 10;
    const welcomed = ({ details }: Visitor) =>
      stack.sandbox.mails(details.email, { subject: /^Welcome/, within: 60_000 });
    const fresh = await aVisitor(stack).becomesMember();
    await welcomed(fresh);
    const mailSeconds = seconds();
    await welcomed(waits);
    const retrySeconds = seconds();
    await stack.sandbox.advance({ minutes: 3 });
    await eventually(() => isOpen(quiet));
    const found = seconds();
    const busy = await processorsUsed(stack, 4);
    console.log({ mailSeconds, retrySeconds, foundBySweepSeconds: found, processors: busy });
    expect(busy).toBeLessThan(0.5);
  });

  it('do not extend staff sessions and do not break authenticator codes', async () => {
    const agent = await anAgent(stack);
    const signedIn = async () => (await agent.get('/api/admin/check-auth')).body.isAuthenticated;
    await clocksAre(-2 * HOUR, -2 * HOUR);
    expect(await signedIn()).toBe(true);
    const { email, password, secret } = await aStaffMember(stack, { totp: true });
    const given = { email, password, totp: codeOf(secret!) };
    expect((await callsTo(stack).post('admin/login', given)).status).toBe(200);
    await stack.sandbox.advance({ minutes: 31 });
    expect(await signedIn()).toBe(false);
  });
});

describe('Limits', () => {
  const MISSES = 30;
  let address = 0;

  it.each([
    ['2 hours back', -2 * HOUR],
    ['2 hours ahead', 2 * HOUR],
    ['31 days ahead', 31 * DAYS],
  ])('last ten minutes although clocks jump %s and back', async (_, jump) => {
    const [before, during] = [`203.0.113.${++address}`, `203.0.113.${++address}`];
    const expectShut = async (from: string) => {
      const { headers, body } = await misses(stack, 1, from);
      const wait = Number(headers.get('retry-after'));
      expect(wait).toBeGreaterThan(9 * MINUTE);
      expect(wait).toBeLessThanOrEqual(10 * MINUTE);
      expect(Math.abs((Date.parse(body.retryAt) - (await timeOf(stack)).getTime()) / 1000 - wait)).toBeLessThan(3);
    };
    await misses(stack, MISSES, before);
    await clocksAre(jump, jump);
    await expectShut(before);
    await misses(stack, MISSES, during);
    await clocksAre(0, 0);
    for (const from of [before, during]) await expectShut(from);
    expect((await misses(stack, 1, '203.0.113.99')).status).toBe(404);
  });
});

describe.each([
  ['2 hours', 2 * HOUR],
  ['31 days', 31 * DAYS],
])('Clocks that jump %s ahead', (_, jump) => {
  it('erase nothing, charge nothing and end no session; the doctor and a gauge report them', async () => {
    const begun = await timeOf(stack);
    const coded = aVisitor(stack);
    await coded.signsUp();
    await coded.asksForCode();
    const [quiet, quieter] = [await leavesAfterTheCard(), await leavesAfterTheCard()];
    const member = await aVisitor(stack).becomesMember();
    const agent = await anAgent(stack);
    await callsTo(stack).post('plan/link', { email: member.details.email });
    const [plan] = await stack.sandbox.mails(member.details.email, { subject: 'Your link to your plan' });
    await clocksAre(jump, jump);

    // Both openings are found only after each server has swept.
    await stack.sandbox.advance({ minutes: 3 });
    for (const visitor of [quiet, quieter]) await eventually(() => isOpen(visitor));
    expect((await agent.get('/api/admin/check-auth')).body).toMatchObject({ isAuthenticated: true });
    expect((await agent.inspects(coded.id)).status).toBe(200);
    expect((await coded.typesCode()).status).toBe(200);
    await coded.savesCard();
    expect((await coded.opensAccount()).body).toEqual({ success: true });
    const fresh = await aVisitor(stack).becomesMember();
    const token = /plan\?token=([\w.-]+)/.exec(plan!.text)?.[1];
    expect((await callsTo(stack).post('plan', { token })).status).toBe(200);
    await settled(stack);
    const members = [coded, quiet, quieter, member, fresh];
    expect(await datedOutside(stack, members, begun, await timeOf(stack))).toEqual([]);
    for (const { details } of members)
      expect(await stack.sandbox.mails(details.email, { count: 0, subject: /trial ends|invoice/i })).toEqual([]);
    await untilGaugeShows(stack, [jump, jump]);
    expect((await doctorCommand(stack, clocks.envOf(0))).wrong).toContainEqual(expect.stringContaining('clock'));

    await clocksAre(0, 0);
    await later({ days: 31 });
    for (const { id } of members) expect(await charges(stack, id)).toBe(1);
    expect((await doctorCommand(stack)).wrong).toEqual([]);
  });
});
