/** While a provider is away: what staff learn, what visitors cost, and the dead jobs after it. @slow */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aMember, anAgent, aTrial, aVisitor, type Agent, callsTo, retryLater, sentMailsOf } from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';
import { aDeadLetter, deadLettersOf, lastAttemptNow, undoneJobsOf } from '../builders/jobs.ts';
import { countedWork } from '../builders/counted-work.ts';

const stack = inProcessStack();

let agent: Agent;
beforeAll(async () => {
  agent = await anAgent(stack);
});
afterEach(() => stack.sandbox.heal());

const TWILIO = { match: 'POST /v2/Services/*/Verifications', mode: '500', times: 0 } as const;
const STRIPE = { match: 'POST /v1/*', mode: '500', times: 0 } as const;
const away = async () => (await agent.get('/api/admin/incidents')).body.away as { step: string; people: number }[];
const asksForCode = async (id: number) => (await callsTo(stack).post('resend-verification', { trialId: id })).status;
const opensCardForm = async (id: number) => (await callsTo(stack).post('trial-setup-intent', { trialId: id })).status;
const several = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));

describe('Twilio away', () => {
  it('shows after three people, not after three tries of one, and ends with the first code that is sent', async () => {
    const [one, ...others] = await several(3, () => aTrial(stack));
    await stack.sandbox.fault(TWILIO);
    for (let time = 0; time < 3; time += 1) expect(await asksForCode(one!.id)).toBe(503);
    expect(await asksForCode(others[0]!.id)).toBe(503);
    expect(await away()).toEqual([]);
    expect(await asksForCode(others[1]!.id)).toBe(503);
    expect(await away()).toEqual([
      { step: 'sendCode', people: 3, since: expect.stringMatching(/Z$/), lastAt: expect.stringMatching(/Z$/) },
    ]);
    await stack.sandbox.heal();
    expect(await asksForCode(one!.id)).toBe(200);
    expect(await away()).toEqual([]);
  });

  it('shows at the check of codes, too', async () => {
    const visitors = await several(3, async () => {
      const visitor = aVisitor(stack);
      await visitor.signsUp();
      await visitor.asksForCode();
      return { visitor, code: await stack.sandbox.smsCode(visitor.phone) };
    });
    await stack.sandbox.fault({ match: 'POST /v2/Services/*/VerificationCheck', mode: '500', times: 0 });
    for (const { visitor, code } of visitors) expect((await visitor.typesCode(code)).status).toBe(503);
    expect(await away()).toMatchObject([{ step: 'checkCode', people: 3 }]);
    await stack.sandbox.heal();
    expect((await visitors[0]!.visitor.typesCode(visitors[0]!.code)).status).toBe(200);
    expect(await away()).toEqual([]);
  });
});

describe('Stripe away', () => {
  it('shows at the card form, and ends by itself after five minutes without a failure', async () => {
    const trials = await several(3, () => aTrial(stack, { state: 'billingInformation' }));
    await stack.sandbox.fault(STRIPE);
    for (const { id } of trials) expect(await opensCardForm(id)).toBe(503);
    expect(await away()).toMatchObject([{ step: 'cardForm', people: 3 }]);
    await stack.sandbox.advance({ minutes: 4 });
    expect(await away()).toHaveLength(1);
    await stack.sandbox.advance({ minutes: 2 });
    expect(await away()).toEqual([]);
  });

  it('a pending openAccount job runs at once when the visitor sends create-account again', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
    await visitor.savesCard();
    await eventually(async () => (await retryLater(stack, 'openAccount', visitor.id)) > 0);
    await stack.sandbox.heal();
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
  });

  it('shows at the plans of members; a refusal is no outage', async () => {
    const members = await several(3, () => aMember(stack));
    for (const { id } of members)
      expect((await agent.runs(id, 'move-trial-end', { until: '2099-01-01' })).status).toBe(400);
    expect(await away()).toEqual([]);
    await stack.sandbox.fault({ match: 'GET /v1/subscriptions/*', mode: '500', times: 0 });
    for (const { id } of members) expect((await agent.runs(id, 'keep-subscription')).status).toBe(503);
    expect(await away()).toMatchObject([{ step: 'plan', people: 3 }]);
    await stack.sandbox.heal();
    expect((await agent.runs(members[0]!.id, 'keep-subscription')).status).toBe(200);
    expect(await away()).toEqual([]);
  });
});

describe('Dead jobs', () => {
  const PEOPLE = 12;
  let agent: Agent;
  let ids: number[];
  let bugId: number;

  const QUEUE = 'sendResumeLink';
  const letters = async () => (await deadLettersOf(stack)).length;
  const undone = async () => (await undoneJobsOf(stack, { queue: QUEUE })).length;
  /** A job whose letter is closed has succeeded, and is completed a moment later. */
  const running = async () => {
    const jobs = await undoneJobsOf(stack, { queue: QUEUE });
    const open = new Set((await deadLettersOf(stack)).map(({ singletonKey }) => singletonKey));
    return jobs.filter(({ singletonKey }) => open.has(singletonKey)).length;
  };
  const dead = async () => (await agent.get('/api/admin/health')).body.deadJobs as number;
  const asksForLink = (trialId: number) => callsTo(stack).post('send-resume-link', { trialId });
  const passes = (minutes: number) => stack.sandbox.advance({ minutes });

  beforeAll(async () => {
    agent = await anAgent(stack);
    const make = () => aTrial(stack, { state: 'billingInformation' });
    ids = (await Promise.all(Array.from({ length: PEOPLE }, make))).map(({ id }) => id);
    await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
    await Promise.all(ids.map(asksForLink));
    // That of a bug, which no outage ends.
    const bug = await aTrial(stack, { state: 'billingInformation' });
    await aDeadLetter(stack, QUEUE, bug.id, { kind: 'TypeError' });
    bugId = bug.id;
    await eventually(async () => (await lastAttemptNow(stack, QUEUE), (await letters()) === PEOPLE + 1), {
      within: 60_000,
      every: 300,
    });
  });

  describe('after an outage', () => {
    it('one attempt every five minutes finds out whether it is over', async () => {
      expect(await undone()).toBe(0);
      await passes(6);
      await eventually(async () => (await letters()) === PEOPLE + 2, { within: 20_000 });
      expect(await dead()).toBe(PEOPLE + 1);
      expect(await undone()).toBe(0);
    });

    it('a dead job of a bug waits for a person, and all others succeed, at most five at a time', async () => {
      await stack.sandbox.heal();
      await passes(6);
      let most = 0;
      await eventually(
        async () => {
          most = Math.max(most, await running());
          return (await dead()) === 1;
        },
        { within: 60_000, every: 20 },
      );
      expect(most).toBeLessThanOrEqual(5);
      const [{ subjectId, error }] = (await agent.get('/api/admin/dead-jobs')).body;
      expect([subjectId, error]).toEqual([String(bugId), 'TypeError']);
      for (const id of ids) {
        const links = (await sentMailsOf(stack, id)).filter(({ key }) => key.startsWith('resume:'));
        expect(links.filter(({ outcome }) => outcome === 'sent')).toHaveLength(1);
      }
    });
  });
});

describe('Visitors who wait for their account while Stripe is away', { tags: 'thorough' }, () => {
  const workOf = countedWork();

  const VISITORS = 100;
  /** Reading the sign-up, hurrying its job, and a first look: each visitor for himself. */
  const STATEMENTS_EACH = 12;
  /** In the eight seconds, for all of them. */
  const LOOKS = 80;

  it('a hundred of them ask the database little more than one does', async () => {
    stack.allowLogs(/AwaitOpening/);
    const trials = await Promise.all(
      Array.from({ length: VISITORS }, () => aTrial(stack, { state: 'openingAccount' })),
    );
    const answers = await Promise.all(
      trials.map(({ id }) => callsTo(stack).post('create-account', { trialId: id, selectedPlan: 'tier_1_19' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    const statements = answers.map(({ headers }) => workOf(headers.get('x-request-id')!).statements);
    const all = statements.reduce((sum, each) => sum + each, 0);
    expect(all).toBeLessThanOrEqual(VISITORS * STATEMENTS_EACH + LOOKS);
  }, 60_000);
});
