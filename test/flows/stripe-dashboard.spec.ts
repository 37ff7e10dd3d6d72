/** What is done in Stripe's dashboard: deleted customers, disputes, paused payments. @slow */
import { afterEach, describe, expect, it } from 'vitest';
import {
  aMember,
  anAgent,
  aVisitor,
  deleteAtStripe,
  firstMonthOf,
  idOf,
  journalOf,
  lifeOf,
  paysFirstMonth,
  stripe,
  typeCard,
  type Visitor,
  callsTo,
  chargeOf,
  type Member,
  planTokenOf,
} from '../builders/index.ts';
import { checkInvariantsAfterEach, advanceAndSettle, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';
import { civilDay } from '@lampstand/contracts';
import { isDeepStrictEqual } from 'node:util';

const stack = inProcessStack();

describe('A deleted customer', () => {
  checkInvariantsAfterEach(stack);
  afterEach(() => stack.sandbox.heal());

  const customerOf = async (visitor: Visitor): Promise<string> => (await visitor.stored())['stripe_customer_id'];
  const deleteCustomer = async (visitor: Visitor) => deleteAtStripe(stack, `customers/${await customerOf(visitor)}`);
  const inspected = async (id: number) => (await (await anAgent(stack)).inspects(id)).body;
  const diagnosisOf = async ({ id }: Visitor) => (await inspected(id)).diagnosis;

  describe('at the card form', () => {
    it('is replaced at the next press, with a new form that opens the account', async () => {
      const visitor = await aVisitor(stack).provesPhone();
      const before = (await visitor.call('trial-setup-intent')).body.clientSecret;
      const gone = await customerOf(visitor);
      await deleteCustomer(visitor);
      const { status, body } = await visitor.call('trial-setup-intent');
      expect(status).toBe(200);
      expect(idOf(body.clientSecret)).not.toBe(idOf(before));
      expect(await customerOf(visitor)).not.toBe(gone);
      await visitor.agreesAndSavesCard();
      expect((await visitor.opensAccount()).body).toEqual({ success: true });
    });

    it('is replaced at the press for the page of Stripe', async () => {
      const visitor = await aVisitor(stack).provesPhone();
      await visitor.call('trial-checkout-session');
      const gone = await customerOf(visitor);
      await deleteCustomer(visitor);
      expect(await visitor.call('trial-checkout-session')).toMatchObject({ status: 200, body: { success: true } });
      expect(await customerOf(visitor)).not.toBe(gone);
    });

    it('makes the server refuse a card that was just stored, and the page asks for it again', async () => {
      await stack.sandbox.webhooks.set('hold');
      const visitor = await aVisitor(stack).provesPhone();
      const { clientSecret } = (await visitor.call('trial-setup-intent')).body;
      await typeCard(stack, clientSecret);
      await deleteCustomer(visitor);
      await stack.sandbox.webhooks.set('normal');
      const answer = await visitor.call('update-payment-verified', { setupIntentId: idOf(clientSecret) });
      expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining('enter your card again') } });
      expect(await visitor.stored()).toMatchObject({ state: 'billingInformation', stripe_customer_id: null });
      await visitor.agreesAndSavesCard();
      expect((await visitor.opensAccount()).body).toEqual({ success: true });
    });

    it('is no outage: a sweep forgets it, and the card is not called unknown', async () => {
      const visitor = await aVisitor(stack).provesPhone();
      await visitor.call('trial-setup-intent');
      await deleteCustomer(visitor);
      await stack.sandbox.advance({ minutes: 90 });
      await eventually(async () => (await visitor.stored())['stripe_customer_id'] === null);
      expect(await visitor.stored()).toMatchObject({ card_unknown_since: null, setup_intent_id: null });
    });
  });

  describe('after the card was stored', () => {
    const storedButNotOpen = async () => {
      const visitor = await aVisitor(stack).provesPhone();
      await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
      await visitor.agreesAndSavesCard();
      await eventually(async () => (await journalOf(stack, visitor.id)).notes.includes('opening attempt failed'));
      return visitor;
    };

    it('leads back to the card, by a mail and by what support reads, and another card opens the account', async () => {
      const visitor = await storedButNotOpen();
      await deleteCustomer(visitor);
      await stack.sandbox.heal();
      expect((await visitor.opensAccount()).body).toMatchObject({ success: false });
      expect(await visitor.stored()).toMatchObject({ state: 'billingInformation', stripe_customer_id: null });
      const [mail] = await stack.sandbox.mails(visitor.details.email, { subject: 'Your card could not be used' });
      expect(mail!.text).not.toContain('bank');
      const { tone, why } = await diagnosisOf(visitor);
      expect({ tone, why }).toEqual({
        tone: 'stuck',
        why: expect.stringContaining('The customer was deleted at the payment provider'),
      });
      await visitor.agreesAndSavesCard();
      expect((await visitor.opensAccount()).body).toEqual({ success: true });
    });

    it('is not assumed during an outage: the account opens once Stripe answers again', async () => {
      const visitor = await storedButNotOpen();
      expect((await diagnosisOf(visitor)).why).not.toContain('deleted');
      expect(await visitor.stored()).toMatchObject({ state: 'openingAccount', stripe_customer_id: expect.any(String) });
      await stack.sandbox.heal();
      expect((await visitor.opensAccount()).body).toEqual({ success: true });
    });
  });

  describe('of a member', () => {
    it('ends the subscription; /plan and the person’s page say so and name no card', async () => {
      const member = await aMember(stack);
      const { customer_id: customer, stripe_id: subscription } = await lifeOf(stack, member.id);
      await deleteAtStripe(stack, `customers/${customer}`);
      await eventually(async () => (await lifeOf(stack, member.id)).state === 'canceled');
      expect(await stripe(stack, `customers/${customer}`)).toMatchObject({ deleted: true });
      expect(await stripe(stack, `subscriptions/${subscription}`)).toMatchObject({ default_payment_method: null });
      await eventually(async () => (await lifeOf(stack, member.id)).card === null);
      expect(await inspected(member.id)).toMatchObject({
        diagnosis: { tone: 'ended', what: 'The subscription has ended and the account is closed.' },
        subscription: { card: null },
      });
      const subjects = (await stack.sandbox.mails(member.email, { count: 0 })).map((each) => each.subject);
      expect(subjects).toContain('Your subscription has ended');
      expect(subjects).not.toContain('Your card was removed');
    });

    it('keeps with what the payments were made', async () => {
      const member = await aMember(stack);
      await paysFirstMonth(stack, member);
      const paid = { status: 'paid', paid_in_cents: 1999, card: { brand: 'visa', last4: '4242' } };
      expect(await firstMonthOf(stack, member.id)).toMatchObject(paid);
      await deleteAtStripe(stack, `customers/${(await lifeOf(stack, member.id)).customer_id}`);
      await eventually(async () => (await lifeOf(stack, member.id)).account === 'closed');
      expect(await firstMonthOf(stack, member.id)).toMatchObject(paid);
    });
  });
});

describe('Disputes', () => {
  checkInvariantsAfterEach(stack);

  const stateOf = async ({ id }: Member) => (await firstMonthOf(stack, id))?.['dispute']?.state;
  const becomes = (member: Member, state: string) => eventually(async () => (await stateOf(member)) === state);
  const answer = (dispute: string, text: string) =>
    stripe(stack, `disputes/${dispute}`, { 'evidence[uncategorized_text]': text });

  /** A member whose only payment was disputed a minute after it. */
  async function aDisputedMember() {
    const member = await aMember(stack, { card: '4000000000000259' });
    await paysFirstMonth(stack, member);
    await advanceAndSettle(stack)({ minutes: 5 });
    const { id: charge } = await chargeOf(stack, member);
    const { data } = await stripe(stack, `disputes?charge=${charge}`);
    return { ...member, dispute: data[0].id as string, answerBy: new Date(data[0].evidence_details.due_by * 1000) };
  }

  const planOf = async (member: Member) =>
    (await callsTo(stack).post('plan', { token: await planTokenOf(stack, member) })).body;
  const inspectedBy = async (role: 'support' | 'administrator', { id }: Member) =>
    (await (await anAgent(stack, role)).inspects(id)).body;
  const queuedOf = async ({ id }: Member) => {
    const { body } = await (await anAgent(stack)).get('/api/admin/queue/disputed');
    return body.find((item: any) => item.id === id);
  };

  describe('a disputed payment', () => {
    it('is known by its webhook, with the day of the answer, to the member, to staff and to the queue', async () => {
      const member = await aDisputedMember();
      await becomes(member, 'needsResponse');
      expect((await lifeOf(stack, member.id)).state).toBe('active');
      const plan = await planOf(member);
      expect(plan).toMatchObject({ status: 'active', invoices: [{ status: 'paid', dispute: 'needsResponse' }] });
      expect(plan.nextCharge.amountInCents).toBe(1999);
      const trial = await inspectedBy('support', member);
      const answerBy = member.answerBy.toISOString();
      expect(trial.subscription.payments).toContainEqual(
        expect.objectContaining({ dispute: expect.objectContaining({ id: member.dispute, answerBy }) }),
      );
      const { number } = (await firstMonthOf(stack, member.id))!;
      expect(trial.timeline.filter(({ name }: any) => name === 'disputed')).toMatchObject([
        { detail: { invoice: number, state: 'needsResponse', answerBy } },
      ]);
      expect(await queuedOf(member)).toMatchObject({
        answer: {
          by: civilDay(member.answerBy, 'America/Chicago'),
          page: expect.stringContaining(`/disputes/${member.dispute}`),
        },
      });
    });

    it('is not refunded while it is open, nor once it is lost, and the reason is said', async () => {
      const member = await aDisputedMember();
      await becomes(member, 'needsResponse');
      const administrator = await anAgent(stack, 'administrator');
      const why = async () => {
        const { supportActions } = (await administrator.inspects(member.id)).body;
        return supportActions.find(({ name }: any) => name === 'refund');
      };
      expect(await why()).toMatchObject({
        possible: false,
        why: 'The payment is disputed at the bank. It is decided there, not by a refund.',
      });
      await stripe(stack, `disputes/${member.dispute}/close`, {});
      await becomes(member, 'lost');
      expect(await why()).toMatchObject({
        possible: false,
        why: 'The dispute of the payment was lost: the bank has given it back.',
      });
      const receipt = (await administrator.inspects(member.id)).body.supportActions.find(
        ({ name }: any) => name === 'email-receipt',
      );
      expect(receipt).toMatchObject({ possible: false, why: 'No invoice is paid.' });
    });

    it('leaves the queue when staff answer it, and the timeline says when it is won', async () => {
      const member = await aDisputedMember();
      await eventually(async () => queuedOf(member));
      await answer(member.dispute, 'They took part every week.');
      await becomes(member, 'underReview');
      expect(await queuedOf(member)).toBeUndefined();
      const other = await aDisputedMember();
      await becomes(other, 'needsResponse');
      await answer(other.dispute, 'winning_evidence');
      await becomes(other, 'won');
      expect(await planOf(other)).toMatchObject({ invoices: [{ status: 'paid', dispute: 'won' }] });
      const { number } = (await firstMonthOf(stack, other.id))!;
      const { timeline, supportActions } = await inspectedBy('administrator', other);
      expect(timeline.findLast(({ name }: any) => name === 'disputed').detail).toMatchObject({
        invoice: number,
        state: 'won',
      });
      expect(supportActions.find(({ name }: any) => name === 'refund')).toMatchObject({ possible: true });
    });

    it('is lost without an answer in time, and the plan page does not call it paid', async () => {
      const member = await aDisputedMember();
      await advanceAndSettle(stack)({ days: 9 });
      await becomes(member, 'lost');
      expect(await planOf(member)).toMatchObject({ status: 'active', invoices: [{ dispute: 'lost' }] });
      expect(await queuedOf(member)).toBeUndefined();
    });

    it('is known after the end of the subscription, and of a deleted customer', async () => {
      const member = await aDisputedMember();
      await becomes(member, 'needsResponse');
      const { customer_id } = await lifeOf(stack, member.id);
      await deleteAtStripe(stack, `customers/${customer_id}`);
      await eventually(async () => (await lifeOf(stack, member.id)).state === 'canceled');
      await settled(stack);
      expect(await stateOf(member)).toBe('needsResponse');
      await stripe(stack, `disputes/${member.dispute}/close`, {});
      await becomes(member, 'lost');
    });
  });
});

describe('Paused payments', { tags: 'thorough' }, () => {
  checkInvariantsAfterEach(stack);
  const after = advanceAndSettle(stack);

  const change = async (member: Member, params: Record<string, string>) =>
    stripe(stack, `subscriptions/${(await lifeOf(stack, member.id)).stripe_id}`, params);
  const viewOf = async (member: Member) =>
    (await callsTo(stack).post('plan', { token: await planTokenOf(stack, member) })).body;
  const inspected = async ({ id }: Member) => (await (await anAgent(stack)).inspects(id)).body;
  const paid = async ({ id }: Member) =>
    (await lifeOf(stack, id)).payments.reduce((sum: number, each: any) => sum + each.paid_in_cents, 0);
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
  const untilPaused = async ({ id }: Member, pause: object | null) =>
    eventually(async () => isDeepStrictEqual((await lifeOf(stack, id))['pause'], pause));

  describe('paused payments', () => {
    it('of a trial without an end promise and make no charge, and go on when they are resumed', async () => {
      const member = await aMember(stack);
      await change(member, { 'pause_collection[behavior]': 'void' });
      await untilPaused(member, { until: null });
      expect(await viewOf(member)).toMatchObject({ status: 'trialing', pause: { until: null }, nextCharge: null });
      await after({ days: 23, minutes: 5 });
      const [notice] = await stack.sandbox.mails(member.email, { subject: 'Your free trial ends in 7 days' });
      expect(plain(notice!.text)).toContain('Your payments are paused');
      expect(notice!.text).not.toContain('$19.99');
      await after({ days: 8 });
      expect(await lifeOf(stack, member.id)).toMatchObject({ state: 'active', account: 'active' });
      expect((await inspected(member)).diagnosis).toMatchObject({
        tone: 'waiting',
        what: 'The account is open, and its payments are paused.',
      });
      expect(await paid(member)).toBe(0);
      await change(member, { pause_collection: '' });
      await untilPaused(member, null);
      expect((await viewOf(member)).nextCharge).toMatchObject({ amountInCents: 1999 });
      await after({ days: 32 });
      expect(await paid(member)).toBe(1999);
      expect((await lifeOf(stack, member.id)).journal.map(({ note }: any) => note)).toEqual(
        expect.arrayContaining(['payments paused', 'payments resumed']),
      );
    });

    it('with an end name it, and go on by themselves', async () => {
      const member = await aMember(stack);
      await paysFirstMonth(stack, member);
      const { period_ends_at: end } = await lifeOf(stack, member.id);
      const until = new Date((Math.round(end.getTime() / 1000) + 5 * 86_400) * 1000);
      const resumes = String(until.getTime() / 1000);
      await change(member, {
        'pause_collection[behavior]': 'mark_uncollectible',
        'pause_collection[resumes_at]': resumes,
      });
      await untilPaused(member, { until: until.toISOString() });
      expect(await viewOf(member)).toMatchObject({ nextCharge: null, pause: { until: until.toISOString() } });
      expect((await inspected(member)).standing.sentence).toMatch(/^Payments paused until /);
      await after({ days: 32 });
      expect(await paid(member)).toBe(1999);
      expect(await viewOf(member)).toMatchObject({ status: 'active', openInvoice: null });
      await after({ days: 5 });
      await untilPaused(member, null);
      await after({ days: 30 });
      expect(await paid(member)).toBe(3998);
    });

    it('that end before the next payment leave it announced', async () => {
      const member = await aMember(stack);
      const { trial_ends_at: end } = await lifeOf(stack, member.id);
      const resumes = Math.round(end.getTime() / 1000) - 86_400;
      await change(member, { 'pause_collection[behavior]': 'void', 'pause_collection[resumes_at]': String(resumes) });
      await untilPaused(member, { until: new Date(resumes * 1000).toISOString() });
      expect((await viewOf(member)).nextCharge).toMatchObject({ amountInCents: 1999 });
    });
  });

  describe('a trial that Stripe pauses, because it has no card', () => {
    it('leaves the account open and owes nothing, until it is resumed with a card', async () => {
      const member = await aMember(stack);
      const { customer_id: customer, stripe_id: id } = await lifeOf(stack, member.id);
      await change(member, { 'trial_settings[end_behavior][missing_payment_method]': 'pause' });
      const { default_payment_method: card } = await stripe(stack, `subscriptions/${id}`);
      await stripe(stack, `payment_methods/${card}/detach`, {});
      await after({ days: 31 });
      await untilPaused(member, { until: null });
      expect(await lifeOf(stack, member.id)).toMatchObject({ state: 'active', account: 'active' });
      expect(await viewOf(member)).toMatchObject({ status: 'active', nextCharge: null, openInvoice: null });
      const { id: added } = await stripe(stack, 'payment_methods/pm_card_visa/attach', { customer });
      await change(member, { default_payment_method: added });
      await stripe(stack, `subscriptions/${id}/resume`, {});
      await eventually(async () => (await paid(member)) === 1999);
      await untilPaused(member, null);
    });
  });
});
