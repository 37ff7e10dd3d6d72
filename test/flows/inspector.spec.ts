/** Finding and reading a sign-up in the inspector. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anAgent,
  anAuditEntry,
  anEmail,
  aPhone,
  aStoredSubscription,
  aTrial,
  aVisitor,
  type Agent,
  stripe,
  correctionsOf,
} from '../builders/index.ts';
import { settled } from '../invariants/index.ts';
import { eventually, sharedStack } from '../support/index.ts';

const stack = sharedStack();

let agent: Agent;

describe('the inspector', () => {
  beforeAll(async () => {
    agent = await anAgent(stack);
  });

  it('finds a sign-up by id, phone, email, name, church or Stripe id', async () => {
    const visitor = await aVisitor(stack, {
      lastName: 'Quäckenbush',
      churchName: 'St. Polycarp’s of Smyrna',
      churchCity: 'Cañon City',
    }).becomesMember();
    const { id, details, phone } = visitor;
    const { stripe: ids } = (await agent.inspects(id)).body;
    const spelled = `+1 (${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`;
    for (const [q, matched] of [
      [String(id), 'trial id'],
      [phone, 'phone'],
      [spelled, 'phone'],
      [details.email.toUpperCase(), 'email'],
      ['quackenb', 'name'],
      ['MARY  QUÄCKENBUSH', 'name'],
      ['POLYCARP', 'church'],
      ["st polycarp's of smyrna", 'church'],
      ['canon city', 'city'],
      [ids.customerId, 'Stripe id'],
      [ids.setupIntentId, 'Stripe id'],
      [ids.subscriptionId, 'Stripe id'],
    ]) {
      const found = { kind: 'signup', id, title: 'Mary Quäckenbush', state: 'trialing', matched };
      expect([q, (await agent.find(q)).body]).toMatchObject([q, [found]]);
    }
    expect((await agent.find('4242')).body).toContainEqual(expect.objectContaining({ id, matched: 'card 4242' }));
    expect((await agent.find('')).body).toEqual([]);
    expect((await agent.find(`cs_unknown`)).body).toEqual([]);
    expect((await agent.find(`100% of_'"\\`)).body).toEqual([]);
  });

  it.each([
    ['pastDue', 'stuck', 'Past due since April 3, 2026.'],
    ['unpaid', 'stuck', 'Unpaid since April 3, 2026.'],
    ['canceled', 'ended', 'Subscription ended on April 3, 2026.'],
  ] as const)('dates a member who is %s from the subscription, in the search, too', async (state, tone, sentence) => {
    const { id, email } = await aTrial(stack, { state: 'success' });
    const at = '2026-04-03T18:00:00.000Z';
    await aStoredSubscription(stack, { id, state, at });
    const { diagnosis, standing } = (await agent.inspects(id)).body;
    expect([diagnosis.tone, diagnosis.since, standing.state, standing.sentence]).toEqual([tone, at, state, sentence]);
    expect((await agent.find(email)).body).toMatchObject([{ id, state }]);
  });

  it('says since when and by what a phone and an email are proven', async () => {
    const [at, saved] = ['2026-02-03T04:05:06.000Z', '2026-02-05T04:05:06.000Z'];
    const proofOf = async (state: 'phoneVerification' | 'billingInformation' | 'success', columns: object) => {
      const { id } = await aTrial(stack, { state, columns: { card_saved_at: null, ...columns } });
      return (await agent.inspects(id)).body.proven;
    };
    const [byCode, byLink] = [
      { at, by: 'code' },
      { at, by: 'link' },
    ];
    expect(await proofOf('phoneVerification', {})).toEqual({ phone: null, email: null });
    expect(await proofOf('phoneVerification', { email_proven_at: at })).toEqual({ phone: null, email: byLink });
    expect(await proofOf('billingInformation', { phone_verified_at: at })).toEqual({ phone: byCode, email: null });
    expect(await proofOf('success', { phone_verified_at: at, card_saved_at: saved })).toEqual({
      phone: byCode,
      email: { at: saved, by: 'account' },
    });
  });

  it("links to the provider's pages of a member, which know each object", async () => {
    const { id } = await aVisitor(stack).becomesMember();
    await settled(stack);
    const { stripe: ids, providerPages } = (await agent.inspects(id)).body;
    await stripe(stack, `subscriptions/${ids.subscriptionId}`, { trial_end: 'now' });
    const { subscription } = await eventually(async () => {
      const { body } = await agent.inspects(id);
      return body.subscription.payments.length > 0 && body;
    });
    const [{ id: invoice, number }] = subscription.payments;
    for (const [q, matched] of [
      [invoice, 'Stripe id'],
      [number.toLowerCase(), 'invoice number'],
    ])
      expect((await agent.find(q)).body).toMatchObject([{ kind: 'invoice', id: invoice, signupId: id, matched }]);
    for (const page of [
      `customers/${ids.customerId}`,
      `setup_intents/${ids.setupIntentId}`,
      `subscriptions/${ids.subscriptionId}`,
      `invoices/${subscription.payments[0].id}`,
    ]) {
      const answer = await fetch(`${providerPages.stripe}/${page}`);
      expect([page, answer.status]).toEqual([page, 200]);
    }
    expect((await fetch(`${providerPages.stripe}/customers/cus_unknown`)).status).toBe(404);
    expect((await fetch(providerPages.verifyLog)).status).toBe(200);
  });

  it('finds a sign-up by its checkout session, and lists at most 20 results', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    const { url } = (await visitor.call('trial-checkout-session')).body;
    const session = new URL(url).pathname.split('/').at(-1)!;
    expect((await agent.find(session)).body).toMatchObject([{ id: visitor.id, matched: 'Stripe id' }]);
    for (let index = 0; index < 22; index += 1) await aTrial(stack, { pastor: { lastName: 'Twentyfold' } });
    expect((await agent.find('twentyfold')).body).toHaveLength(20);
  });

  it('masks personal data for support agents until it is revealed, which is journaled and audited', async () => {
    const { id, phone, email } = await aTrial(stack, { pastor: { message: 'Call me Ishmael' } });
    const masked = { email: `${email[0]}•••@church.example`, phone: `(•••) •••-${phone.slice(-4)}` };
    const { body } = await agent.inspects(id);
    expect(body.person).toMatchObject({ masked: true, ...masked, gender: null, birthdate: null, message: null });
    expect(JSON.stringify(body)).not.toContain(phone);
    expect(JSON.stringify(body)).not.toContain(email);

    const revealed = await agent.reveals(id);
    expect(revealed).toMatchObject({
      status: 200,
      body: { masked: false, email, phone, birthdate: '1990-05-17', gender: 'F', message: 'Call me Ishmael' },
    });
    const { timeline } = (await agent.inspects(id)).body;
    const requestId = revealed.headers.get('x-request-id');
    expect(timeline.at(-1)).toMatchObject({
      kind: 'note',
      name: 'personal data revealed',
      actor: agent.name,
      requestId,
    });
    expect(await agent.audited(`trial:${id}`)).toEqual(['revealed']);
  });

  it('shows a sign-up unmasked for an hour to the member of staff who revealed it, and to no other', async () => {
    const member = await aVisitor(stack).becomesMember();
    const support = await anAgent(stack);
    const corrected = aPhone();
    expect((await support.runs(member.id, 'correct-phone', { phone: corrected })).status).toBe(200);
    const phones = async ({ inspects }: Pick<Agent, 'inspects'>) => {
      const { person, codes, newContact } = (await inspects(member.id, '?revealed=1')).body;
      return [person.phone, ...codes.map(({ phone }: any) => phone), newContact.phone];
    };
    const [hidden, hiddenNew] = [member.phone, corrected].map((phone) => `(•••) •••-${phone.slice(-4)}`);
    expect(await phones(support)).toEqual([hidden, hidden, hiddenNew]);
    const { now } = (await stack.sandbox.call('clock')) as { now: string };
    const at = new Date(Date.parse(now) - 61 * 60_000).toISOString();
    await anAuditEntry(stack, { by: agent.id, action: 'revealed', about: `trial:${member.id}`, at });
    await support.reveals(member.id);
    expect(await phones(support)).toEqual([member.phone, member.phone, corrected]);
    expect(await phones(agent)).toEqual([hidden, hidden, hiddenNew]);
  });

  it('shows administrators all personal data', async () => {
    const administrator = await anAgent(stack, 'administrator');
    const { id, phone, email } = await aTrial(stack);
    const { person } = (await administrator.inspects(id)).body;
    expect(person).toMatchObject({ masked: false, phone, email, gender: 'F', birthdate: '1990-05-17' });
  });

  it('masks phone numbers of codes', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await visitor.asksForCode();
    const { codes } = (await agent.inspects(visitor.id)).body;
    expect(codes).toMatchObject([
      { phone: `(•••) •••-${visitor.phone.slice(-4)}`, status: 'live', sends: 1, tries: 0 },
    ]);
  });

  it('lists events, notes, mails and staff notes in order, with their actors', async () => {
    const visitor = await aVisitor(stack).becomesMember();
    await settled(stack);
    const written = await agent.writes(visitor.id, 'Rang them.\nAll is well.');
    expect(written).toMatchObject({ status: 201, body: { kind: 'staff-note', name: agent.name } });
    const { timeline, subscription, account, card, plan } = (await agent.inspects(visitor.id)).body;
    const lines = timeline.map(({ kind, name, actor }: any) => `${actor}: ${kind} ${name}`);
    // The journal of the subscription starts in the same instant as the account.
    expect(lines).toContain('job: event trial.started');
    expect(lines.filter((line: string) => /event (?!trial\.started)/.test(line))).toEqual([
      'visitor: event signup.saved',
      'visitor: event phone.verified',
      expect.stringMatching(/^(visitor|job): event card\.saved$/),
      'job: event account.opened',
    ]);
    expect(lines).toContain('visitor: note code sent');
    expect(lines).toContain('job: mail welcome');
    expect(lines.at(-1)).toBe(`${agent.name}: staff-note ${agent.name}`);
    expect(timeline.at(-1).text).toBe('Rang them.\nAll is well.');
    expect(timeline.map(({ at }: any) => at)).toEqual(timeline.map(({ at }: any) => at).sort());
    expect(new Set(timeline.map(({ id }: any) => id)).size).toBe(timeline.length);
    expect({ subscription, account, card, plan }).toMatchObject({
      subscription: { status: 'trialing', plan: 'tier_1_19' },
      account: { status: 'active' },
      card: { brand: 'visa', last4: '4242' },
      plan: 'tier_1_19',
    });
  });

  it('names the staff member of each action, and shows administrators what a correction replaced', async () => {
    const { id, phone, email } = await aTrial(stack);
    await agent.runs(id, 'correct-phone', { phone: aPhone() });
    await agent.runs(id, 'correct-email', { email: anEmail() });
    const administrator = await anAgent(stack, 'administrator');
    await administrator.runs(id, 'mark-contacted');
    const shown = (await administrator.inspects(id)).body.timeline;
    const entry = (name: string) => shown.find((each: any) => each.name === name);
    expect(entry('phone.changed')).toMatchObject({
      actor: agent.name,
      previous: [{ field: 'phone', value: phone }],
      detail: {},
    });
    expect(entry('email.corrected')).toMatchObject({
      actor: agent.name,
      previous: [{ field: 'email', value: email }],
    });
    expect(entry('contacted')).toMatchObject({ actor: administrator.name });
    const masked = JSON.stringify((await agent.inspects(id)).body);
    expect([masked.includes(phone), masked.includes(email)]).toEqual([false, false]);
    await administrator.erases(id);
    await eventually(async () => (await correctionsOf(stack, id)).length === 0);
  });

  it('stores a staff note once after a double click, and refuses an empty one', async () => {
    const { id } = await aTrial(stack);
    await Promise.all([agent.writes(id, 'Left a message.'), agent.writes(id, 'Left a message.')]);
    const { timeline } = (await agent.inspects(id)).body;
    expect(timeline.filter(({ kind }: any) => kind === 'staff-note')).toHaveLength(1);
    expect(await agent.audited(`trial:${id}`)).toEqual(['note written']);
    const refused = (text: string) => ({ status: 400, body: { fields: { text } } });
    expect(await agent.writes(id, '  ')).toMatchObject(refused('Required'));
    expect(await agent.writes(id, 'x'.repeat(2001))).toMatchObject(refused('Please shorten this text'));
  });

  it.each(['1', '99999999999999999999', 'x', '0'])('answers 404 for the sign-up %s', async (id) => {
    const missing = { status: 404, body: { error: 'There is no sign-up with this id.' } };
    expect(await agent.get(`/api/admin/trials/${id}`)).toMatchObject(missing);
    expect(await agent.post(`admin/trials/${id}/reveal`, {})).toMatchObject(missing);
    expect(await agent.post(`admin/trials/${id}/notes`, { text: 'x' })).toMatchObject(missing);
    expect(await agent.post(`admin/trials/${id}/mark-contacted`, {})).toMatchObject(missing);
  });
});
