import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { anEmail, aPhone, aVisitor, type Visitor } from '../builders/index.ts';
import { atTheProviders, expectNoViolations, held, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(90_000);

const OPENING = ['GET /v1/subscriptions', 'POST /v1/customers/*', 'POST /v1/subscriptions'];
const RELEASING = ['POST /v1/payment_methods', 'DELETE /v1/customers'];
const MODES = ['refuse', 'execute-then-drop', '500', '429', 'garbage'];

/** Each way to fail at one of the calls in turn; `npm run soak every-call-fails` has every call fail in every way. */
const each = (matches: string[]) => MODES.map((mode, index) => ({ mode, match: matches[index % matches.length]! }));

/** What the server does behind the person's back fails, is tried again, and is done once. */
describe('While a provider fails behind the scenes', () => {
  const stack = ownStack({ apis: 1 });
  beforeAll(async () => {
    await stack.sandbox.webhooks.set('drop');
  });
  afterEach(() => stack.sandbox.heal());

  it.each(each(OPENING))('the account opens later, once: $match, $mode', async ({ match, mode }) => {
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.fault({ match, mode, times: 0 });
    await visitor.savesCard();
    await eventually(() => hasNote(visitor, 'opening attempt failed'));
    expect((await visitor.load()).body.trialSignup).toMatchObject({
      step: 'billing-information',
      paymentVerified: true,
    });

    await stack.sandbox.heal();
    await settled(stack);
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
    await expectNoViolations(stack);
  });

  it.each(each(RELEASING))('the card nobody needs is released later: $match, $mode', async ({ match, mode }) => {
    const phone = aPhone();
    const [winner, loser] = [aVisitor(stack, { phone }), aVisitor(stack, { phone })];
    for (const rival of [winner, loser]) {
      await rival.provesPhone();
      await rival.typesCard();
    }
    await stack.sandbox.fault({ match, mode, times: 0 });
    await stack.sandbox.fault({ match: 'GET /v1/setup_intents', mode: 'hold-before', times: 2 });
    const calls = Promise.all([winner.opensAccount(), loser.opensAccount()]);
    await held(stack, 2);
    const rules: { id: number; mode: string }[] = await stack.sandbox.call('faults');
    await stack.sandbox.call(`faults/${rules.find((rule) => rule.mode === 'hold-before')!.id}`, { method: 'DELETE' });
    expect((await calls).map(({ body }) => body)).toContainEqual({ success: false, userExists: true });
    await eventually(() => struck(match));

    await stack.sandbox.heal();
    await expectNoViolations(stack);
  });

  it('the person is told to wait when the opening takes longer than eight seconds, and it goes on', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard();
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'hang', times: 0 });
    const begun = Date.now();
    const { status, body } = await visitor.opensAccount();
    expect([status, body]).toEqual([
      503,
      { error: 'We are still opening your account. Please contact support if you do not hear from us soon.' },
    ]);
    expect(Date.now() - begun).toBeLessThan(12_000);

    await stack.sandbox.heal();
    await settled(stack);
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
    await expectNoViolations(stack);
  });

  it('a mail server that is away, slow or greylisting never keeps an account from opening', async () => {
    const visitors = [await aVisitor(stack, { email: `greylist.${aPhone()}@church.example` }).becomesMember()];
    for (const mode of ['refuse', '500', '429', '503', 'garbage', 'hang', 'execute-then-drop']) {
      await stack.sandbox.fault({ match: 'SMTP', mode, times: 1 });
      const visitor = await aVisitor(stack).becomesMember();
      expect((await visitor.stored()).state).toBe('success');
      visitors.push(visitor);
    }
    await expectNoViolations(stack, { copiesOfMails: true });
    for (const visitor of visitors) expect((await atTheProviders(stack, visitor)).mails).not.toEqual([]);
  });

  it('an address that bounces is noted and not tried again', async () => {
    const visitor = await aVisitor(stack, { email: `bounce.${aPhone()}@church.example` }).becomesMember();
    await eventually(() => hasNote(visitor, 'mail bounced'));
    await expectNoViolations(stack, { copiesOfMails: true });
  });

  // The last test here: the customer of the lost answer is left behind at Stripe, without a card and for good.
  it('an e-mail corrected after Stripe lost an answer does not lock the sign-up out', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.fault({ match: 'POST /v1/customers', mode: 'execute-then-drop', times: 0 });
    expect((await visitor.call('trial-setup-intent')).status).toBe(503);
    await stack.sandbox.heal();
    await visitor.call('update-email', { email: anEmail() });
    expect((await visitor.call('trial-setup-intent')).status).toBe(503);
    await visitor.savesCard();
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
    await settled(stack);
    expect((await atTheProviders(stack, visitor)).subscriptions).toHaveLength(1);
  });

  async function hasNote({ id }: Visitor, note: string): Promise<boolean> {
    const rows = await stack.query('SELECT FROM workflow_journal WHERE subject_id = $1 AND note = $2', [id, note]);
    return rows.length > 0;
  }

  async function struck(match: string): Promise<boolean> {
    const rules: { match: string; fired: number }[] = await stack.sandbox.call('faults');
    return rules.some((rule) => rule.match === match && rule.fired > 0);
  }
});
