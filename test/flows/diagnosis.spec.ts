/** The diagnosis that the inspector shows for a sign-up, and the actions that it suggests. @slow */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anAgent, aPhone, aVisitor, CARDS, type Agent, stripe, typeCard, type Visitor } from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const ASKS_THE_BANK = '4000002500003155';
const INSUFFICIENT_FUNDS = '4000000000009995';
const GETS_NO_TEXTS = '5005550410';
const OF_UNKNOWN_DELIVERY = '5005553009';

const stack = inProcessStack();
let agent: Agent;
beforeAll(async () => {
  agent = await anAgent(stack);
});

describe('the diagnosis', () => {
  afterEach(async () => {
    await stack.sandbox.heal();
    await stack.sandbox.webhooks.set('normal');
  });

  /** Signs in again: the clock is advanced beyond the life of a session. */
  async function expectDiagnosis(id: number, tone: string, what: RegExp, ...suggest: string[]): Promise<void> {
    agent = await anAgent(stack);
    await eventually(async () => what.test((await agent.inspects(id)).body.diagnosis.what));
    const { diagnosis, supportActions } = (await agent.inspects(id)).body;
    expect(diagnosis).toMatchObject({ tone, suggest, why: expect.any(String), next: expect.any(String) });
    expect(Date.parse(diagnosis.since)).not.toBeNaN();
    const possible = supportActions.filter((each: any) => each.possible).map(({ name }: any) => name);
    expect(possible).toEqual(expect.arrayContaining(suggest));
  }

  const aSignUp = async (given = {}): Promise<Visitor> => {
    const visitor = aVisitor(stack, given);
    await visitor.signsUp();
    return visitor;
  };
  const typeWrongCodes = async (visitor: Visitor, count: number) => {
    const right = await stack.sandbox.smsCode(visitor.phone);
    for (let index = 0; index < count; index += 1) await visitor.typesCode(right === '111111' ? '222222' : '111111');
  };

  it('says that no code was sent', async () => {
    const { id } = await aSignUp();
    await expectDiagnosis(id, 'waiting', /^No code was sent/, 'send-resume-link', 'resend-code');
  });

  it('says that the number cannot get text messages', async () => {
    const visitor = await aSignUp({ phone: GETS_NO_TEXTS });
    expect((await visitor.asksForCode()).status).toBe(400);
    await expectDiagnosis(visitor.id, 'stuck', /could not be sent to this number/, 'correct-phone');
  });

  it('starts over with a corrected phone, and tells of no code that was not sent', async () => {
    const visitor = await aSignUp({ phone: GETS_NO_TEXTS });
    await visitor.asksForCode();
    const blocked = (await agent.inspects(visitor.id)).body;
    expect(blocked.codes).toMatchObject([{ status: 'notSent' }]);
    expect(blocked.codeSent).toBe(false);
    await stack.sandbox.advance({ minutes: 24 });
    agent = await anAgent(stack);
    const phone = aPhone();
    expect((await agent.runs(visitor.id, 'correct-phone', { phone })).status).toBe(200);
    await expectDiagnosis(visitor.id, 'waiting', /^No code was sent/, 'send-resume-link', 'resend-code');
    const { diagnosis, timeline, codeSent } = (await agent.inspects(visitor.id)).body;
    expect(codeSent).toBe(false);
    expect(diagnosis.since).toBe(timeline.findLast(({ name }: any) => name === 'phone.changed').at);
    await agent.runs(visitor.id, 'resend-code');
    expect((await agent.inspects(visitor.id)).body.codeSent).toBe(true);
  });

  it('says that the code could not be sent while Twilio is down', async () => {
    const visitor = await aSignUp();
    await stack.sandbox.fault({ match: 'POST /v2/Services/*/Verifications', mode: '500', times: 0 });
    expect((await visitor.asksForCode()).status).toBe(503);
    await expectDiagnosis(visitor.id, 'stuck', /^The code could not be sent\.$/, 'resend-code');
  });

  it('says that the code was sent once or twice and not entered', async () => {
    const visitor = await aSignUp({ phone: OF_UNKNOWN_DELIVERY });
    await visitor.asksForCode();
    await expectDiagnosis(visitor.id, 'waiting', /^A code was just sent/, 'resend-code', 'correct-phone');
    const { codes, diagnosis } = (await agent.inspects(visitor.id)).body;
    expect(diagnosis.code).toEqual({ sentAt: diagnosis.since, resendAt: codes[0].resendAt });
    await stack.sandbox.advance({ minutes: 1 });
    await expectDiagnosis(visitor.id, 'waiting', /sent once and not entered/, 'resend-code', 'correct-phone');
    await visitor.call('resend-verification');
    await stack.sandbox.advance({ minutes: 1 });
    await expectDiagnosis(visitor.id, 'stuck', /sent twice and not entered/, 'correct-phone', 'resend-code');
  });

  it.each([
    ['5005553003', 'unreachable', /phone could not be reached/, ['resend-code', 'correct-phone']],
    ['5005553005', 'unknownNumber', /does not know the number/, ['correct-phone']],
    ['5005553006', 'landline', /is a landline, or its carrier/, ['correct-phone']],
    ['5005553007', 'refused', /^The carrier refused the text\.$/, ['correct-phone']],
  ] as const)('says why the text to %s was not delivered: %s', async (phone, delivery, what, suggest) => {
    const visitor = await aSignUp({ phone });
    await visitor.asksForCode();
    await stack.sandbox.advance({ minutes: 1 });
    await expectDiagnosis(visitor.id, 'stuck', what, ...suggest);
    const { timeline } = (await agent.inspects(visitor.id)).body;
    const settled = timeline.filter(({ name }: any) => name === 'text settled');
    expect(settled).toMatchObject([{ detail: { delivery }, actor: 'job' }]);
  });

  it('says that the text was delivered, until another one is sent', async () => {
    const visitor = await aSignUp();
    await visitor.asksForCode();
    await stack.sandbox.advance({ minutes: 1 });
    const why = async () => (await agent.inspects(visitor.id)).body.diagnosis.why;
    agent = await anAgent(stack);
    await eventually(async () => /the last text was delivered/.test(await why()));
    await visitor.call('resend-verification');
    expect(await why()).toBe('The message may still arrive.');
  });

  it('promises nothing of a text of which no one says what became of it, and asks again when staff look', async () => {
    // The code of another test to this number is over.
    await stack.sandbox.advance({ minutes: 11 });
    const visitor = await aSignUp({ phone: OF_UNKNOWN_DELIVERY });
    await visitor.asksForCode();
    const asked = async () =>
      ((await stack.sandbox.requests()) as { path: string }[]).filter(({ path }) => path.includes('/v2/Attempts'))
        .length;
    for (const times of [1, 2]) {
      await stack.sandbox.advance({ minutes: 1 });
      await eventually(async () => (await asked()) >= times);
    }
    const before = await asked();
    agent = await anAgent(stack);
    await agent.inspects(visitor.id);
    await eventually(async () => (await asked()) > before);
    const { diagnosis, timeline, codes } = (await agent.inspects(visitor.id)).body;
    expect(diagnosis.what).toBe('The code was sent once and not entered.');
    expect(timeline.map(({ name }: any) => name)).not.toContain('text settled');
    expect(codes).toMatchObject([{ delivery: null }]);
  });

  it('does without what became of a text while no one can say it, which is no outage', async () => {
    await stack.sandbox.fault({ match: 'GET /v2/Attempts', mode: '503', times: 0 });
    const visitor = await aSignUp({ phone: '5005553008' });
    await visitor.asksForCode();
    await stack.sandbox.advance({ minutes: 1 });
    agent = await anAgent(stack);
    await eventually(async () => (await stack.logs()).includes('could not ask what became of a text'));
    expect((await agent.get('/api/admin/incidents')).body.away).toEqual([]);
    await expectDiagnosis(visitor.id, 'waiting', /sent once and not entered/, 'resend-code', 'correct-phone');
    await stack.sandbox.heal();
    await stack.sandbox.advance({ minutes: 2 });
    await expectDiagnosis(visitor.id, 'stuck', /gave no reason/, 'resend-code', 'correct-phone');
  });

  it('counts wrong codes until the tries are used up and the code has expired', async () => {
    const visitor = await aSignUp();
    await visitor.asksForCode();
    await typeWrongCodes(visitor, 2);
    await expectDiagnosis(visitor.id, 'waiting', /entered twice; 1 of 3 tries left/, 'resend-code', 'correct-phone');
    await typeWrongCodes(visitor, 1);
    await expectDiagnosis(
      visitor.id,
      'stuck',
      /entered 3 times\. One network has 3 tries/,
      'correct-phone',
      'send-resume-link',
    );
    await stack.sandbox.advance({ minutes: 11 });
    await expectDiagnosis(
      visitor.id,
      'stuck',
      /expired after too many wrong tries/,
      'resend-code',
      'send-resume-link',
      'correct-phone',
    );
  });

  it('names the missing plan, the chosen plan, and the opened card form', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    const suggest = ['send-resume-link', 'send-payment-link'];
    await expectDiagnosis(visitor.id, 'waiting', /no plan and no card/, ...suggest);
    await visitor.call('update-selected-plan', { selectedPlan: 'tier_20_49' });
    await expectDiagnosis(visitor.id, 'waiting', /^A plan is chosen/, ...suggest);
    await visitor.call('trial-setup-intent');
    await expectDiagnosis(visitor.id, 'waiting', /^The card form was opened/, ...suggest);
  });

  it('says that the card was declined, with the reason', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard(INSUFFICIENT_FUNDS);
    await expectDiagnosis(visitor.id, 'stuck', /declined: not enough money/, 'send-resume-link', 'send-payment-link');
    expect((await agent.inspects(visitor.id)).body.diagnosis.why).toContain('not enough money');
  });

  it('says so without a webhook, too, with one note after several sweeps', async () => {
    await stack.sandbox.webhooks.set('drop');
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard(CARDS.declined);
    for (const minutes of [3, 5, 9]) await stack.sandbox.advance({ minutes });
    await expectDiagnosis(visitor.id, 'stuck', /declined/, 'send-resume-link', 'send-payment-link');
    const { timeline } = (await agent.inspects(visitor.id)).body;
    expect(timeline.filter(({ name }: any) => name === 'card declined')).toHaveLength(1);
  });

  it("says that the bank's confirmation was not finished", async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard(ASKS_THE_BANK);
    await stack.sandbox.advance({ minutes: 3 });
    await expectDiagnosis(visitor.id, 'stuck', /bank’s confirmation/, 'send-resume-link', 'send-payment-link');
  });

  it("says that Stripe's checkout page is open", async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.call('trial-checkout-session');
    await expectDiagnosis(visitor.id, 'waiting', /own page is open/, 'send-payment-link', 'send-resume-link');
  });

  it('says that opening the account failed, and that it is open after a retry', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
    await visitor.savesCard();
    await expectDiagnosis(visitor.id, 'stuck', /opening it failed/, 'retry-opening');
    expect((await agent.get('/api/admin/health')).body.oldestUnopened).toMatchObject({ trialId: visitor.id });
    await stack.sandbox.heal();
    expect(await agent.runs(visitor.id, 'retry-opening')).toMatchObject({ status: 200, body: { success: true } });
    await expectDiagnosis(visitor.id, 'good', /its free trial runs until [A-Z][a-z]+ \d+, \d{4}/);
    expect((await agent.get('/api/admin/health')).body.oldestUnopened).toBeNull();
  });

  it('says that the stored card was refused when the trial started', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.webhooks.set('drop');
    const { clientSecret } = (await visitor.call('trial-setup-intent')).body;
    const { id, payment_method: method } = await typeCard(stack, clientSecret);
    await stripe(stack, `payment_methods/${method}/detach`, {});
    await visitor.call('update-payment-verified', { setupIntentId: id });
    await expectDiagnosis(visitor.id, 'stuck', /could not start with it/, 'send-resume-link', 'send-payment-link');
  });

  it('says that a sign-up is superseded, that the person has an account, or that it was canceled', async () => {
    const older = await aSignUp();
    await stack.sandbox.advance({ minutes: 1 });
    const newer = await aVisitor(stack, { phone: older.phone }).provesPhone();
    await expectDiagnosis(older.id, 'ended', new RegExp(`by sign-up ${newer.id}`));
    await newer.savesCard();
    await newer.opensAccount();
    await older.asksForCode();
    await older.typesCode(await stack.sandbox.smsCode(older.phone, { count: 2 }));
    await expectDiagnosis(older.id, 'ended', /has an account already/, 'mark-contacted');
    const { related } = (await agent.inspects(older.id)).body;
    expect(related).toMatchObject([{ id: newer.id, state: 'trialing' }]);
    const other = await aSignUp();
    await agent.cancels(other.id);
    await expectDiagnosis(other.id, 'ended', /was canceled/);
  });
});
