/** While a provider is away, staff learn it from the people who meet it, and when it is over. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aMember, anAgent, aTrial, aVisitor, type Agent, callsTo, retryLater } from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

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
