/** The engine of the charts: transitions over HTTP and in parallel, and what the journal keeps. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AMBASSADOR_STATES,
  ambassadorApplication,
  transition,
  transitionsOf,
  TRIAL_STATES,
  trialSignup,
} from '@lampstand/workflows';
import { IllegalTransition } from '../../apps/api/src/workflow/index.ts';
import { type TrialEventName, trialFlow } from '../../apps/api/src/trials/trial-signups.ts';
import { anEngine } from '../builders/in-process.ts';
import {
  aStoredApplication,
  aTrial,
  journalOf,
  storedCardColumns,
  storedTrial,
  journalRowsOf,
  storedApplication,
  aCheckout,
  aMember,
  anEmail,
  aPhone,
  anOpenCardForm,
  aVisitor,
  callsTo,
  deleteAtStripe,
  lifeOf,
  stripe,
  typeCard,
  aLinkedCard,
  changeTrial,
  lastEventOf,
  storedSubscription,
} from '../builders/index.ts';
import { sharedStack, eventually } from '../support/index.ts';
import { type AmbassadorEventName, ambassadorFlow } from '../../apps/api/src/ambassadors/applications.ts';
import { Subscription } from '../../apps/api/src/billing/billing.entities.ts';
import { SyncSubscription } from '../../apps/api/src/billing/index.ts';
import { settled } from '../invariants/index.ts';

const stack = sharedStack();

let engine: Awaited<ReturnType<typeof anEngine>>;

beforeAll(async () => (engine = await anEngine(stack)) && undefined);
afterAll(() => engine.close());

const SAVED = TRIAL_STATES.filter((state) => state !== 'registration');
const EVENTS = [...new Set(transitionsOf(trialSignup).map(({ event }) => event))] as TrialEventName[];
const PAIRS = SAVED.flatMap((state) => EVENTS.map((event) => ({ state, event })));
const LEGAL = PAIRS.filter(({ state, event }) => transition(trialSignup, state, event));

/** The columns that a use case sets with these events, because the next state requires them. */
const facts = (): Record<string, object> => {
  const card = storedCardColumns(new Date().toISOString());
  const columns = {
    stripeCustomerId: card.stripe_customer_id,
    paymentMethodId: card.payment_method_id,
    cardSavedAt: card.card_saved_at,
    trialEndsAt: card.trial_ends_at,
  };
  return {
    'phone.verified': { phoneVerifiedAt: new Date() },
    'account.existed': { phoneVerifiedAt: new Date() },
    'card.saved': columns,
  };
};

const recordTrial = (id: number, event: TrialEventName) =>
  engine.workflow.withLock(trialFlow, id, async (change) => {
    Object.assign(change.entity, facts()[event]);
    await change.recordTransition(event, { by: 'test' });
  });

describe('a sign-up in the engine', () => {
  it.each(LEGAL)('moves from $state with $event, with a journal row and its effects', async ({ state, event }) => {
    const { id } = await aTrial(stack, { state });
    const before = await journalOf(stack, id);
    await recordTrial(id, event);
    const expected = transition(trialSignup, state, event)!;
    expect(await storedTrial(stack, id)).toMatchObject({
      state: expected.state,
      journal_seq: before.events.length + 1,
    });
    expect((await journalOf(stack, id)).events).toEqual([...before.events, event]);
    expect(engine.effectsOf(id)).toEqual(expected.effects);
  });

  it('refuses an event that its chart does not allow, and changes nothing', async () => {
    const { id } = await aTrial(stack, { state: 'success' });
    const before = { row: await storedTrial(stack, id), journal: await journalOf(stack, id) };
    await expect(recordTrial(id, 'card.saved')).rejects.toThrow(IllegalTransition);
    expect({ row: await storedTrial(stack, id), journal: await journalOf(stack, id) }).toEqual(before);
    expect(engine.effectsOf(id)).toEqual([]);
  });

  it('is rolled back when a change fails midway', async () => {
    const { id } = await aTrial(stack);
    const before = await journalOf(stack, id);
    const failing = engine.workflow.withLock(trialFlow, id, async (change) => {
      change.entity.phoneVerifiedAt = change.at;
      await change.recordTransition('phone.verified');
      throw new Error('power cut');
    });
    await expect(failing).rejects.toThrow('power cut');
    expect((await storedTrial(stack, id)).state).toBe('phoneVerification');
    expect(await journalOf(stack, id)).toEqual(before);
  });

  it('takes one of two equal events that are recorded at once', async () => {
    const { id } = await aTrial(stack);
    const outcomes = await Promise.allSettled([recordTrial(id, 'phone.verified'), recordTrial(id, 'phone.verified')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await journalOf(stack, id)).events).toEqual(['signup.saved', 'phone.verified']);
  });

  it('in a state that only a newer version of the chart has is refused with a 503 and not changed', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    const before = { row: await storedTrial(stack, id), journal: await journalOf(stack, id) };
    const { registration, phoneVerification } = trialSignup.states;
    const older = { ...trialFlow, chart: { id: trialSignup.id, states: { registration, phoneVerification } } as never };
    const refused = { name: 'UnknownState: trial-signup has no billingInformation', kind: 'unavailable' };
    await expect(engine.workflow.withLock(older, id, async () => 'changed')).rejects.toMatchObject(refused);
    await expect(engine.workflow.find(older, { id })).rejects.toMatchObject(refused);
    expect({ row: await storedTrial(stack, id), journal: await journalOf(stack, id) }).toEqual(before);
  });

  it('is undefined when it does not exist', async () => {
    expect(await engine.workflow.withLock(trialFlow, 7, async () => 'changed')).toBeUndefined();
  });

  it('gets a note without a transition, with the version of the chart', async () => {
    const { id } = await aTrial(stack);
    await engine.workflow.withLock(trialFlow, id, (change) => change.note('card declined', { code: 'do_not_honor' }));
    const [row] = (await journalRowsOf(stack, id)).filter(({ note }) => note !== null);
    expect(row).toMatchObject({
      version: trialSignup.version,
      seq: null,
      note: 'card declined',
      detail: { code: 'do_not_honor' },
    });
    expect((await storedTrial(stack, id)).journal_seq).toBe(1);
  });
});

const STORED = AMBASSADOR_STATES.filter((state) => state !== 'draft');
const APPLICATION_EVENTS = [
  ...new Set(transitionsOf(ambassadorApplication).map(({ event }) => event)),
] as AmbassadorEventName[];
const APPLICATION_PAIRS = STORED.flatMap((state) => APPLICATION_EVENTS.map((event) => ({ state, event })));
const LEGAL_FOR_APPLICATION = APPLICATION_PAIRS.filter(({ state, event }) =>
  transition(ambassadorApplication, state, event),
);
const ILLEGAL_FOR_APPLICATION = APPLICATION_PAIRS.filter(
  ({ state, event }) => !transition(ambassadorApplication, state, event),
);

const record = (id: number, event: AmbassadorEventName) =>
  engine.workflow.withLock(ambassadorFlow, id, async (change) => {
    if (event === 'application.approved' || event === 'application.declined') change.entity.decidedAt = change.at;
    await change.recordTransition(event);
  });

describe('an ambassador application in the engine', () => {
  it.each(LEGAL_FOR_APPLICATION)(
    'moves from $state with $event, with a journal row and its effects',
    async ({ state, event }) => {
      const { id } = await aStoredApplication(stack, { state });
      const before = await journalOf(stack, id);
      await record(id, event);
      const next = transition(ambassadorApplication, state, event)!;
      expect(await storedApplication(stack, id)).toMatchObject({
        state: next.state,
        journal_seq: before.events.length + 1,
      });
      expect((await journalOf(stack, id)).events).toEqual([...before.events, event]);
      expect(engine.effectsOf(id)).toEqual(next.effects);
    },
  );

  it('refuses an event that its chart does not allow, and changes nothing', async () => {
    const { id } = await aStoredApplication(stack, { state: 'withdrawn' });
    const before = [await storedApplication(stack, id), await journalOf(stack, id)];
    await expect(record(id, 'application.approved')).rejects.toThrow(IllegalTransition);
    expect([await storedApplication(stack, id), await journalOf(stack, id)]).toEqual(before);
  });

  it.each(ILLEGAL_FOR_APPLICATION)('is refused $event in $state by the database', async ({ state, event }) => {
    const { id, journal_seq: seq } = await aStoredApplication(stack, { state });
    for (const to of STORED) expect(await journaled(id, seq + 1, state, event, to)).toBe('workflow_journal_legal');
  });

  it('does not change or begin without a journal row', async () => {
    const { id } = await aStoredApplication(stack);
    const bare = `UPDATE ambassador_applications SET state = 'withdrawn' WHERE id = $1`;
    expect(await refusalOf(bare, [id])).toMatch(/ambassador-application \d+ changed without a journal row/);
    const copy = `INSERT INTO ambassador_applications SELECT (jsonb_populate_record(row,
      jsonb_build_object('id', row.id + 1, 'repeat_key', 'copied'))).* FROM ambassador_applications row WHERE id = $1`;
    expect(await refusalOf(copy, [id])).toMatch(/changed without a journal row/);
  });

  it.each([
    ['approved without a decision time', `state = 'approved'`, 'ambassador_applications_decided'],
    ['given a decision time without a decision', 'decided_at = now()', 'ambassador_applications_decided'],
    ['stored with an incomplete phone number', `phone = '555-0142'`, 'ambassador_applications_phone_digits'],
  ])('is never %s', async (_what, change, constraint) => {
    const { id } = await aStoredApplication(stack);
    expect(await refusalOf(`UPDATE ambassador_applications SET ${change} WHERE id = $1`, [id])).toBe(constraint);
  });
});

const journaled = (id: number, seq: number, from: string, event: string, to: string) =>
  refusalOf(
    `INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at)
     VALUES ('ambassador-application', '1', $1, $2, $4, $3, $5, 'visitor', 'guards', now())`,
    [id, seq, from, event, to],
  );

/** The constraint or the message with which the database refuses a statement, or 'accepted'. */
const refusalOf = (sql: string, params: unknown[]): Promise<string> =>
  stack.query(sql, params).then(
    () => 'accepted',
    (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
  );

describe('Transitions', () => {
  const { post } = callsTo(stack);

  const untilMoved = (id: number, transition: string) =>
    eventually(async () => (await lastEventOf(stack, id)) === transition);

  describe('a transition over HTTP', () => {
    it('saves a sign-up', async () => {
      const visitor = aVisitor(stack);
      expect(await visitor.signsUp()).toMatchObject({ status: 201, body: { success: true } });
      expect(await lastEventOf(stack, visitor.id)).toBe('visitor: registration signup.saved phoneVerification');
    });

    it('changes the phone number before it is verified', async () => {
      const { id, cookie } = await aTrial(stack);
      await post('verify-phone', { trialId: id, phone: aPhone() }, { cookie });
      expect(await lastEventOf(stack, id)).toBe('visitor: phoneVerification phone.changed phoneVerification');
    });

    it.each(['phoneVerification', 'billingInformation', 'openingAccount'] as const)(
      'corrects the email in %s and sends the link',
      async (state) => {
        const { id, cookie } = await aTrial(stack, { state });
        const email = anEmail();
        await post('update-email', { trialId: id, email }, { cookie });
        expect(await lastEventOf(stack, id)).toBe(`visitor: ${state} email.corrected ${state}`);
        expect(await stack.sandbox.mails(email, { subject: /^Finish your/ })).toHaveLength(1);
      },
    );

    it.each(['phoneVerification', 'billingInformation', 'openingAccount'] as const)(
      'requests the link in %s and sends it',
      async (state) => {
        const { id, email } = await aTrial(stack, { state });
        await post('send-resume-link', { trialId: id });
        expect(await lastEventOf(stack, id)).toBe(`visitor: ${state} link.requested ${state}`);
        expect(await stack.sandbox.mails(email, { subject: /^Finish your/ })).toHaveLength(1);
      },
    );

    it('verifies a phone', async () => {
      const visitor = await aVisitor(stack).provesPhone();
      expect(await lastEventOf(stack, visitor.id)).toBe('visitor: phoneVerification phone.verified billingInformation');
    });

    it('ends a sign-up whose verified phone has an account', async () => {
      const latecomer = aVisitor(stack);
      await latecomer.signsUp();
      await aVisitor(stack, { phone: latecomer.phone }).becomesMember();
      await latecomer.asksForCode();
      expect(await latecomer.typesCode()).toMatchObject({ status: 200, body: { success: true, userExists: true } });
      expect(await lastEventOf(stack, latecomer.id)).toBe('visitor: phoneVerification account.existed alreadyMember');
    });

    it('selects a plan', async () => {
      const { id } = await aTrial(stack, { state: 'billingInformation' });
      await post('update-selected-plan', { trialId: id, selectedPlan: 'tier_50_99' });
      expect(await lastEventOf(stack, id)).toBe('visitor: billingInformation plan.selected billingInformation');
    });

    it('ends a second sign-up at the card form when its email has an account', async () => {
      const email = anEmail();
      const second = await aVisitor(stack, { email }).provesPhone();
      await aVisitor(stack, { email }).becomesMember();
      expect(await second.call('trial-setup-intent')).toMatchObject({ status: 409, body: { userExists: true } });
      expect(await lastEventOf(stack, second.id)).toBe('visitor: billingInformation account.existed alreadyMember');
    });

    it('deletes the customer of an ended sign-up, also when its id could not be stored', async () => {
      const email = anEmail();
      const second = await aVisitor(stack, { email }).provesPhone();
      const customer = await stripe(stack, 'customers', { email, 'metadata[trial_id]': String(second.id) });
      await aVisitor(stack, { email }).becomesMember();
      expect(await second.call('trial-setup-intent')).toMatchObject({ status: 409 });
      await eventually(async () => (await stripe(stack, `customers/${customer.id}`)).deleted === true);
    });

    it('saves the card that the browser reports and opens the account', async () => {
      const visitor = await aVisitor(stack).becomesMember();
      const { events } = await journalOf(stack, visitor.id);
      expect(events).toEqual(['signup.saved', 'phone.verified', 'card.saved', 'account.opened']);
      expect(await lastEventOf(stack, visitor.id)).toBe('job: openingAccount account.opened success');
    });

    it('saves the card of a Stripe checkout and opens the account', async () => {
      const visitor = await aVisitor(stack).provesPhone();
      await visitor.call('trial-setup-intent');
      const { stripe_customer_id: customer } = await visitor.stored();
      const sessionId = await aCheckout(stack, visitor.id, customer);
      expect(await post('trial-checkout-complete', { sessionId })).toMatchObject({
        status: 200,
        body: { success: true },
      });
      await untilMoved(visitor.id, 'job: openingAccount account.opened success');
    });

    it('saves the card that only the webhook reports and opens the account', async () => {
      const visitor = await aVisitor(stack).provesPhone();
      await visitor.typesCard();
      await untilMoved(visitor.id, 'job: openingAccount account.opened success');
    });

    it('ends a sign-up while opening when its email has an account, and releases the card', async () => {
      const email = anEmail();
      await aVisitor(stack, { email }).becomesMember();
      const { id } = await aTrial(stack, { state: 'billingInformation', pastor: { email } });
      const card = await aLinkedCard(stack, id);
      const answer = await post('create-account', { trialId: id, selectedPlan: 'tier_1_19' });
      expect(answer).toMatchObject({ status: 200, body: { success: false, userExists: true } });
      expect(await lastEventOf(stack, id)).toBe('job: openingAccount account.existed alreadyMember');
      await eventually(async () => (await journalOf(stack, id)).notes.includes('card released'));
      const { customers } = await stack.sandbox.records();
      expect(
        customers.some(
          (customer: { id: string; deleted?: true }) => customer.id === card.customerId && !customer.deleted,
        ),
      ).toBe(false);
    });

    it.each(['alreadyMember', 'cancelled'] as const)('releases a card that is saved late, in %s', async (state) => {
      const { id } = await aTrial(stack, { state });
      const form = await anOpenCardForm(stack, id);
      await changeTrial(stack, id, { columns: { stripe_customer_id: form.customerId } });
      await typeCard(stack, form.clientSecret);
      await untilMoved(id, `job: ${state} card.saved ${state}`);
      await eventually(async () => (await journalOf(stack, id)).notes.includes('card released'));
    });
  });

  describe('a sync of a subscription', () => {
    let engine: Awaited<ReturnType<typeof anEngine>>;
    beforeAll(async () => (engine = await anEngine(stack)) && undefined);
    afterAll(() => engine.close());

    /** Syncs our copy with a provider that reports `status`, and else what we have stored. */
    async function syncWith(status: string, id: number, whileRead = () => {}): Promise<unknown> {
      const { trial_ends_at: trialEndsAt, period_ends_at: periodEndsAt, ...row } = await lifeOf(stack, id);
      const {
        price_id: priceId,
        cancel_at: cancelAt,
        card,
        payment_method_id: paymentMethodId,
      } = row as Record<string, any>;
      const { monthly_in_cents: monthlyInCents, next_charge: nextCharge } = row as Record<string, any>;
      const findSubscription = async () => {
        whileRead();
        const money = { id: row['stripe_id'], priceId, card, paymentMethodId, monthlyInCents, nextCharge, pause: null };
        return { ...money, status, trialEndsAt, periodEndsAt, cancelAt, invoices: [] };
      };
      const sync = new SyncSubscription(
        engine.dataSource.getRepository(Subscription),
        engine.workflow,
        { findSubscription } as never,
        {} as never,
        {} as never,
        engine.clock,
      );
      return sync.execute(id);
    }

    it('is repeated soon when the trial ends while it is under way', async () => {
      const { id } = await aMember(stack);
      // A sync that another one overtakes starts again, and then reads the advanced clock.
      await settled(stack);
      const begun = engine.clock.at;
      await syncWith('trialing', id, () => (engine.clock.at = new Date(begun.getTime() + 31 * 86_400_000)));
      engine.clock.at = begun;
      const { check_at: checkAt } = await storedSubscription(stack, id);
      expect((checkAt as Date).getTime()).toBeLessThanOrEqual(begun.getTime() + 86_400_000);
    });

    it('refuses a status after its end, and changes nothing', async () => {
      const { id } = await aMember(stack);
      const { stripe_id: subscription } = await lifeOf(stack, id);
      await deleteAtStripe(stack, `subscriptions/${subscription}`);
      const stored = () => storedSubscription(stack, id);
      await eventually(async () => (await stored())['state'] === 'canceled');
      // The provider has sent several events, and the sync for each of them writes the row.
      await settled(stack);
      const before = await stored();
      await expect(syncWith('active', id)).rejects.toMatchObject({
        name: 'IllegalTransition: subscription-life in canceled takes no became.active',
      });
      expect(await stored()).toEqual(before);
      await syncWith('canceled', id);
      expect(await stored()).toMatchObject({ state: 'canceled', journal_seq: before['journal_seq'] });
    });

    it('refuses a status that no state stands for', async () => {
      const { id } = await aMember(stack);
      await expect(syncWith('frozen', id)).rejects.toThrow('a status that is not known here: frozen');
      expect((await lifeOf(stack, id)).state).toBe('trialing');
    });
  });
});
