/** A subscription from the trial to its end, with webhooks in any order. @thorough */
import { describe, expect, it } from 'vitest';
import { aMember, callsTo, lifeOf, type Member, stripe, moveNotice } from '../builders/index.ts';
import { advanceAndSettle, checkInvariantsAfterEach, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
checkInvariantsAfterEach(stack);

const DECLINES_LATER = '4000000000000341';
const WEEK = 'Your free trial ends in 7 days';
const DAY = 'Your free trial ends in 1 day';
const SAVED = 'Your sign-up is saved';
const RECEIPT = /^Receipt for invoice /;
const FAILED = 'Your payment did not go through';
const ENDED = 'Your subscription has ended';

const subjects = async ({ email }: Member) =>
  (await stack.sandbox.mails(email, { count: 0 })).map((each) => each.subject);
const mailed = ({ email }: Member, subject: string | RegExp) => stack.sandbox.mails(email, { subject });
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
const day = (at: Date) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Chicago' }).format(at);
const inState = (member: Member, state: string) =>
  eventually(async () => (await lifeOf(stack, member.id)).state === state, { within: 30_000 });
const after = advanceAndSettle(stack);

describe('a trial', () => {
  it('sends a notice after 23 and 29 days, then one receipt, each with the card and the link to the plan', async () => {
    const member = await aMember(stack, { plan: 'tier_20_49' });
    const { trial_ends_at: ends } = await lifeOf(stack, member.id);
    await mailed(member, /^Welcome/);

    await after({ days: 23 });
    const [week] = await mailed(member, WEEK);
    expect(week!.text).toContain(day(ends));
    expect(week!.text).toContain('$39.99');
    expect(week!.text).toContain('Growth');
    expect(week!.text).toMatch(/\/plan\?token=[\w.-]+/);
    expect(week!.text).not.toContain('tomorrow');
    expect(await subjects(member)).not.toContain(DAY);

    await after({ days: 6 });
    const [last] = await mailed(member, DAY);
    expect(plain(last!.text)).toContain(`your free trial ends tomorrow, ${day(ends)}`);

    await after({ days: 1, minutes: 90 });
    await inState(member, 'active');
    const [receipt] = await mailed(member, RECEIPT);
    const { payments } = await lifeOf(stack, member.id);
    const [{ number }] = payments;
    expect(payments).toMatchObject([
      { status: 'paid', paid_in_cents: 3999, amount_in_cents: 3999, plan: 'tier_20_49' },
      { status: 'paid', paid_in_cents: 0, amount_in_cents: 0 },
    ]);
    expect(Math.round((payments[0].period_from.getTime() - ends.getTime()) / 1000)).toBe(0);
    expect(receipt!.subject).toContain(number);
    expect(receipt!.text).toContain('$39.99');
    expect(receipt!.text).toContain(day(ends));
    for (const mail of await stack.sandbox.mails(member.email, { subject: /^Welcome|trial ends|^Receipt/ })) {
      expect(mail.text).toContain('Visa ending 4242');
      expect(mail.text).toMatch(/Your plan, invoices, cancel: .*\/plan\?token=[\w.-]+/s);
    }
    expect((await subjects(member)).toReversed()).toEqual([
      SAVED,
      expect.stringMatching(/^Welcome/),
      WEEK,
      DAY,
      `Receipt for invoice ${number}`,
    ]);
  });

  it('ends the same in one jump of 40 days, without a notice after its end', async () => {
    const member = await aMember(stack);
    const { trial_ends_at: ends } = await lifeOf(stack, member.id);
    await after({ days: 40 });
    await inState(member, 'active');
    await mailed(member, RECEIPT);
    await settled(stack);
    const { payments, subscriptions } = await lifeOf(stack, member.id);
    expect(payments.map((each: any) => each.paid_in_cents)).toEqual([1999, 0]);
    expect(subscriptions).toHaveLength(1);
    const notices = (await mailed(member, '')).filter(({ subject }) => subject.includes('trial ends'));
    expect(notices.length).toBeLessThanOrEqual(1);
    expect(notices.filter(({ at }) => new Date(at) >= ends)).toEqual([]);
  });

  it('sends one notice, not two equal ones, after an outage until the day before its end', async () => {
    const member = await aMember(stack);
    await moveNotice(stack, member.id, null);
    await after({ days: 28, minutes: 23 * 60 + 50 });
    await moveNotice(stack, member.id, 7);
    await mailed(member, DAY);
    await after({ minutes: 60 });
    expect((await subjects(member)).filter((subject) => subject.includes('trial ends'))).toEqual([DAY]);
  });

  it('with a failing card is past due with a mail, and active again with another card', async () => {
    const member = await aMember(stack, { card: DECLINES_LATER });
    await after({ days: 30, minutes: 90 });
    await inState(member, 'pastDue');
    const [failed] = await mailed(member, FAILED);
    expect(failed!.text).toContain('$19.99');
    const { customer_id: customer } = await lifeOf(stack, member.id);
    const card = await stripe(stack, 'payment_methods/pm_card_visa/attach', { customer });
    await stripe(stack, `customers/${customer}`, { 'invoice_settings[default_payment_method]': card.id });
    await inState(member, 'active');
    await mailed(member, RECEIPT);
    expect((await lifeOf(stack, member.id)).card).toMatchObject({ brand: 'visa', last4: '4242' });
  });

  it('gets a mail for each refused try, then a last notice with the day, and owes nothing after its end', async () => {
    const member = await aMember(stack, { card: DECLINES_LATER });
    const dueAgain = async () => (await lifeOf(stack, member.id)).payments[0].next_attempt_at as Date;
    const planNow = async () => {
      const [mail] = await stack.sandbox.mails(member.email, { subject: /did not go through|closes on|has ended/ });
      const [, token] = /\/plan\?token=([\w.-]+)/.exec(mail!.text)!;
      return (await callsTo(stack).post('plan', { token })).body;
    };
    await after({ days: 30, minutes: 90 });
    await inState(member, 'pastDue');
    for (const [tries, days] of [
      [1, 3],
      [2, 5],
    ] as const) {
      const mails = await stack.sandbox.mails(member.email, { subject: FAILED, count: tries });
      expect(mails).toHaveLength(tries);
      expect(plain(mails[0]!.text)).toContain(`We try again on ${day(await dueAgain())}`);
      expect((await planNow()).openInvoice).toMatchObject({
        stage: 'failed',
        nextTryAt: (await dueAgain()).toISOString(),
      });
      await after({ days, minutes: 10 });
    }
    const closing = day(await dueAgain());
    const [last] = await mailed(member, `Your account closes on ${closing} without a card that works`);
    expect(plain(last!.text)).toContain(`We try for the last time on ${closing}`);
    expect((await planNow()).openInvoice).toMatchObject({ stage: 'lastNotice' });
    await after({ days: 7, minutes: 10 });
    await inState(member, 'canceled');
    const [ended] = await mailed(member, ENDED);
    expect(plain(ended!.text)).toContain(
      'Your bank refused the payment of $19.99, 4 times. That invoice is withdrawn: you owe nothing.',
    );
    await eventually(async () => (await lifeOf(stack, member.id)).account === 'closed');
    await eventually(async () => (await lifeOf(stack, member.id)).payments[0].status === 'void');
    expect(await planNow()).toMatchObject({ status: 'canceled', openInvoice: null });
    expect((await subjects(member)).filter((subject) => subject === FAILED)).toHaveLength(2);
  });

  it('whose card is removed at Stripe says so within a minute, in its notices and on /plan, and ends without a charge', async () => {
    const member = await aMember(stack);
    const { stripe_id: id, trial_ends_at: ends } = await lifeOf(stack, member.id);
    const { default_payment_method: card } = await stripe(stack, `subscriptions/${id}`);
    await stripe(stack, `payment_methods/${card}/detach`, {});
    await eventually(async () => (await lifeOf(stack, member.id)).card === null);
    const [removed] = await mailed(member, 'Your card was removed');
    for (const words of ['Visa ending 4242 was removed', day(ends), 'nothing is charged'])
      expect(plain(removed!.text)).toContain(words);
    await after({ days: 23, minutes: 5 });
    const [week] = await mailed(member, WEEK);
    expect(plain(week!.text)).toContain('No card is stored');
    expect(week!.text).not.toContain('$19.99');
    await after({ days: 8 });
    await inState(member, 'canceled');
    const [ended] = await mailed(member, ENDED);
    expect(ended!.text).toContain('Nothing was charged');
    expect((await lifeOf(stack, member.id)).payments.every((each: any) => each.paid_in_cents === 0)).toBe(true);
  });

  it('that is moved at Stripe after its card was removed promises no charge', async () => {
    const member = await aMember(stack);
    const { stripe_id: id, trial_ends_at: ends } = await lifeOf(stack, member.id);
    const { default_payment_method: card } = await stripe(stack, `subscriptions/${id}`);
    await stripe(stack, `payment_methods/${card}/detach`, {});
    const later = Math.round(ends.getTime() / 1000) + 14 * 86_400;
    await stripe(stack, `subscriptions/${id}`, { trial_end: String(later), proration_behavior: 'none' });
    const [mail] = await mailed(member, /^Your free trial now ends on/);
    expect(plain(mail!.text)).toContain('No card is stored.');
    expect(mail!.text).not.toContain('$19.99');
  });

  it('that is moved at Stripe is confirmed by a mail with the day and the amount', async () => {
    const member = await aMember(stack);
    const { stripe_id: id, trial_ends_at: ends } = await lifeOf(stack, member.id);
    const later = Math.round(ends.getTime() / 1000) + 14 * 86_400;
    await stripe(stack, `subscriptions/${id}`, { trial_end: String(later), proration_behavior: 'none' });
    const moved = day(new Date(later * 1000));
    const [mail] = await mailed(member, `Your free trial now ends on ${moved}`);
    expect(plain(mail!.text)).toContain(`$19.99 is charged to your Visa ending 4242`);
  });
});

describe('the webhooks of a subscription', () => {
  /** The outcome of a trial while webhooks arrive as `before` and `late` arrange. */
  async function lifeWith(before: () => Promise<void>, late?: () => Promise<void>) {
    const member = await aMember(stack);
    await settled(stack);
    await before();
    await after({ days: 31 });
    await late?.();
    await inState(member, 'active');
    await mailed(member, RECEIPT);
    await settled(stack);
    const { state, plan, payments, journal } = await lifeOf(stack, member.id);
    return {
      state,
      plan,
      payments: payments.map(({ status, paid_in_cents }: any) => [status, paid_in_cents]),
      journal: journal.filter(({ event }: any) => event).map(({ event }: any) => event),
      // Notices during the jump depend on when the sweep runs.
      mails: (await subjects(member))
        .filter((subject) => !subject.includes('trial ends'))
        .map((subject) => subject.replace(/ [\w-]+-\d+$/, ''))
        .toSorted((one, other) => one.localeCompare(other)),
    };
  }

  it('have the same outcome in order, dropped, three days late and shuffled, reversed, and repeated a hundred times', async () => {
    const { sandbox } = stack;
    const inOrder = await lifeWith(async () => {});
    expect(inOrder).toMatchObject({
      state: 'active',
      payments: [
        ['paid', 1999],
        ['paid', 0],
      ],
      journal: ['trial.started', 'became.active'],
    });
    expect(await lifeWith(() => sandbox.webhooks.set('drop'))).toEqual(inOrder);
    await sandbox.webhooks.set('normal');
    const late = async () => {
      await after({ days: 3 });
      await sandbox.webhooks.set('normal');
      await sandbox.webhooks.shuffle();
      await sandbox.webhooks.deliver();
    };
    expect(await lifeWith(() => sandbox.webhooks.set('hold'), late)).toEqual(inOrder);
    const again = async () => {
      const { events } = await sandbox.records();
      const about = events.filter(({ type }: any) => /subscription|invoice/.test(type)).slice(0, 20);
      for (const { id } of about)
        for (let time = 0; time < 5; time += 1) await sandbox.call(`webhooks/${id}/resend`, { method: 'POST' });
    };
    // Webhooks of the sign-up are held, too; all are delivered in reverse and then repeated.
    await sandbox.webhooks.set('hold');
    const reversed = async () => {
      await sandbox.webhooks.reverse();
      await sandbox.webhooks.set('normal');
      await again();
    };
    expect(await lifeWith(async () => {}, reversed)).toEqual(inOrder);
  });
});
