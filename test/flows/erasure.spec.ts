/** Erasing a person from every table, which is all that a backup has, and from Stripe. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Agent,
  anAgent,
  anApplication,
  anEmail,
  aStoredPayment,
  aPhone,
  aVisitor,
  endHeartbeats,
  ERASED_ROW,
  jobsOf,
  journalOf,
  retriesOf,
  sentMailsOf,
  signedIn,
  storedTrial,
  trialAsJson,
  UNUSUAL,
  type Visitor,
  changeTrial,
  loggedSearches,
  storedAccount,
  storedApplications,
} from '../builders/index.ts';
import { settled, untilHeld } from '../invariants/index.ts';
import { found, literally, logFiles, type Place, tables } from '../invariants/leaks.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack, ownStack } from '../support/own-stack.ts';

const stack = inProcessStack();
let agent: Agent;

beforeAll(async () => void (agent = await anAgent(stack)));

const untilErased = (id: number) =>
  eventually(async () => (await storedTrial(stack, id)).email === '', { within: 40_000 });

describe('an erased person', () => {
  let member: Visitor;
  let other: Visitor;
  let customerId: string;
  let answer: Awaited<ReturnType<Agent['runs']>>;
  let stored: Place[];
  /** The tables in the file of the person, and those with an id of a record of theirs. */
  let held: string[];
  let holding: string[];
  /** What the sign-up is corrected to, and what the account waits for. */
  const second = { email: anEmail('second'), phone: aPhone() };
  const third = { email: anEmail('third'), phone: aPhone() };

  beforeAll(async () => {
    other = aVisitor(stack, { ...UNUSUAL, lastName: 'Quackenbush the Elder' });
    await other.signsUp({ 'idempotency-key': 'an-idempotency-key-of-theirs' });
    await other.asksForCode();
    member = await aVisitor(stack, { ...UNUSUAL, email: other.details.email, phone: other.phone }).provesPhone();
    const { email } = member.details;
    const { phone } = member;
    await agent.runs(member.id, 'correct-phone', { phone: second.phone });
    await agent.runs(member.id, 'correct-email', { email: second.email });
    await member.asksForCode(second.phone);
    expect((await member.typesCode()).status).toBe(200);
    await member.agreesAndSavesCard();
    await member.opensAccount();
    for (const [name, body] of [
      ['correct-email', { email: third.email }],
      ['correct-phone', { phone: third.phone }],
    ] as const)
      expect((await agent.runs(member.id, name, body)).status).toBe(200);
    const { firstName, lastName, churchName } = UNUSUAL;
    const form = anApplication({ firstName, lastName, churchName, email, phone });
    for (const call of ['ambassador-application', 'trial-request'])
      expect((await member.calls.post(call, form)).status).toBe(201);
    for (const address of [email, second.email])
      await member.calls.post('newsletter-subscriptions', { email: address });
    await agent.writes(member.id, 'Zerubbabel wants to be forgotten');
    const { body } = await agent.get(`/api/admin/ambassadors?q=${email}`);
    const [application] = body;
    await agent.post(`admin/ambassadors/${application.id}/notes`, { text: 'Quackenbush has a good heart' });
    const [request] = (await agent.get(`/api/admin/trial-requests?q=${email}`)).body;
    for (const call of ['notes', 'answers'])
      await agent.post(`admin/trial-requests/${request.id}/${call}`, { text: 'Quackenbush rang' });
    const { get } = await signedIn(stack);
    for (const q of ['quackenb', email.toUpperCase(), phone.replace(/^(...)/, '($1) '), 'Nobody'])
      await get(`/api/admin/trial-signups/export?${new URLSearchParams({ q }).toString()}`);
    ({ stripe_customer_id: customerId } = await member.stored());
    await settled(stack);
    // An invoice whose event comes before the subscription is stored is read with the next daily check only.
    await aStoredPayment(stack, member.id, { paid: true, page: `${stack.sandboxUrl}/invoice/${member.id}` });
    expect(found(await tables(stack), personal()).length).toBeGreaterThan(5);
    expect(found(await tables(stack), [/https?:[^"\s]*invoice/])).not.toEqual([]);
    expect((await mailsWithCopy()).length).toBeGreaterThan(5);
    const { unproven } = (await agent.get(`/api/admin/trials/${member.id}/erasure`)).body;
    expect(unproven).toMatchObject([{ kind: 'reader', matched: 'email', proof: 'none' }]);
    const also = [unproven[0].id];
    const administrator = await signedIn(stack);
    const file = await administrator.post('admin/privacy/file', { email: third.email, signup: member.id, also });
    held = Object.keys(file.body.tables);
    const ids = [member, other, application, request].map(({ id }) => String(id));
    holding = found(await tables(stack), literally(ids)).flatMap((place) => /^public\.(\w+):/.exec(place)?.[1] ?? []);
    answer = await agent.erases(member.id, also);
    await untilErased(member.id);
    await untilErased(other.id);
    await settled(stack);
    stored = await tables(stack);
  });

  const personal = () =>
    literally([
      ...Object.values(UNUSUAL),
      ...[member.details, second, third].flatMap(({ email, phone }) => [email, phone]),
      'an-idempotency-key-of-theirs',
    ]);

  /** The keys of the mails about the sign-ups and forms of the person that can be read. */
  const mailsWithCopy = async () => (await sentMailsOf(stack)).filter(({ copy }) => copy).map(({ key }) => key);

  it('is counted by record in the answer', () => {
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        erased: {
          signups: 2,
          accounts: 1,
          subscriptions: 1,
          applications: 1,
          trialRequests: 1,
          newsletterSubscriptions: 2,
        },
      },
    });
  });

  it('was handed every table that has an id of a record of theirs', () => {
    // Counters of attempts, which last a day at most.
    expect([...new Set(holding)].filter((table) => !held.includes(table))).toEqual(['rate_limits']);
    expect(held.length).toBeGreaterThan(14);
  });

  it('is in no table, no queue and no log, with neither card nor invoice page', async () => {
    expect(found(stored, [...personal(), /"last4": ?"4242"/, /https?:[^"\s]*invoice/])).toEqual([]);
    const servers = (await logFiles(stack)).filter(({ name }) => name.startsWith('api-'));
    expect(found(servers, personal())).toEqual([]);
  });

  it('is in no copy of a mail, and behind no address that is still stored', async () => {
    expect(await mailsWithCopy()).toEqual([]);
    const addresses = new Set(stored.flatMap(({ text }) => text.match(/https?:\/\/[^\s"\\]+/g) ?? []));
    const pages = await Promise.all(
      [...addresses].map(async (name) => ({ name, text: await (await fetch(name)).text() })),
    );
    expect(found(pages, personal())).toEqual([]);
  });

  it('is removed from the search terms of exports; other search terms stay', async () => {
    expect(await loggedSearches(stack)).toEqual([null, null, null, 'Nobody']);
  });

  it('is deleted as a customer at Stripe, and the subscription is canceled', async () => {
    const { customers, subscriptions } = await stack.sandbox.records();
    expect(customers.find(({ id }: any) => id === customerId)).toMatchObject({ deleted: true });
    const own = subscriptions.filter(({ customer }: any) => customer === customerId);
    expect(own).toMatchObject([{ status: 'canceled' }]);
    const records = { name: 'customers', text: JSON.stringify({ customers }) };
    expect(found([records], personal())).toEqual([]);
  });

  it('leaves states, dates and what reports count: a closed account, a withdrawn application, a complete journal', async () => {
    expect(await storedTrial(stack, member.id)).toMatchObject({
      state: 'success',
      card: null,
      erased_at: expect.any(Date),
      counts_as_person: true,
    });
    expect(await storedTrial(stack, other.id)).toMatchObject({
      state: 'cancelled',
      erased_at: expect.any(Date),
      counts_as_person: false,
      position: 'Youth Pastor',
      church_size: '100-250',
      heard_from: 0,
    });
    for (const { id } of [member, other]) expect(await trialAsJson(stack, id)).toMatchObject(ERASED_ROW);
    expect(await storedAccount(stack, member.id)).toMatchObject({
      status: 'closed',
      first_name: '',
      stripe_customer_id: null,
    });
    expect(await storedApplications(stack)).toMatchObject([{ state: 'withdrawn', email: '' }]);
    const notes = ['erasure requested', 'erasure begun', 'person erased'];
    expect((await journalOf(stack, member.id)).notes.slice(-3)).toEqual(notes);
    const { body } = await agent.inspects(member.id);
    expect(body).toMatchObject({ diagnosis: { tone: 'ended' }, person: { firstName: '', email: '' }, card: null });
    expect(body.supportActions.some(({ possible }: any) => possible)).toBe(false);
  });

  it('is a 404 at the links of the sign-ups', async () => {
    for (const { id } of [member, other]) {
      expect((await member.calls.get(`/api/trial-signup/${id}`)).status).toBe(404);
      for (const call of ['verify-phone', 'send-resume-link', 'trial-setup-intent', 'create-account'])
        expect((await member.calls.post(call, bodyOf(call, id))).status).toBe(404);
    }
  });

  it('is announced to the dashboard as closed, with the id only', async () => {
    const { announcements } = await stack.sandbox.records();
    const closed = announcements.filter(({ body }: any) => body.type === 'account.closed');
    expect(closed).toMatchObject([{ deliveries: 1, body: { data: { trialId: member.id } } }]);
    expect(found([{ name: 'closed', text: JSON.stringify(closed) }], personal())).toEqual([]);
  });

  it('can be erased again without effect, and every other action is refused', async () => {
    const repeated = { status: 200, body: { repeated: true } };
    expect(await agent.runs(member.id, 'erase', { confirm: 'ERASE' })).toMatchObject(repeated);
    const gone = { status: 409, body: { error: 'The person was erased.' } };
    for (const name of ['mark-contacted', 'send-resume-link', 'unsupersede'] as const)
      expect(await agent.runs(member.id, name)).toMatchObject(gone);
    expect((await agent.writes(member.id, 'Who was it?')).status).toBe(409);
    expect((await agent.reveals(member.id)).body).toMatchObject({ firstName: '', phone: '' });
  });

  it('can sign up again with the same phone and email', async () => {
    const { email, phone } = member.details;
    const again = await aVisitor(stack, { email, phone }).becomesMember();
    expect((await again.stored()).state).toBe('success');
  });
});

describe('an erasure', () => {
  it('of an unfinished sign-up does not affect an account with the same email', async () => {
    const member = await aVisitor(stack).becomesMember();
    const unfinished = aVisitor(stack);
    await unfinished.signsUp();
    await changeTrial(stack, unfinished.id, { pastor: { email: member.details.email } });
    await agent.erases(unfinished.id);
    await untilErased(unfinished.id);
    expect((await member.stored()).first_name).toBe('Mary');
    expect(await storedAccount(stack, member.id)).toMatchObject({ status: 'active' });
  });

  it('while the account is opening leaves no account and no subscription', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'hold-after' });
    await visitor.savesCard();
    await untilHeld(stack);
    expect((await agent.erases(visitor.id)).status).toBe(200);
    await untilErased(visitor.id);
    await stack.sandbox.heal();
    await settled(stack);
    expect(await storedAccount(stack, visitor.id)).toBeUndefined();
    const { subscriptions } = await stack.sandbox.records();
    const own = subscriptions.filter(({ metadata }: any) => metadata.trial_id === String(visitor.id));
    expect(own.every(({ status }: any) => status === 'canceled')).toBe(true);
    expect((await visitor.stored()).state).toBe('openingAccount');
    const failed = new RegExp(`"queue":"openAccount","subjectId":"${visitor.id}".*job failed`);
    expect((await stack.logs()).split('\n').filter((line) => failed.test(line))).toEqual([]);
  });

  it('deletes a Stripe customer whose id was not stored', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.call('trial-setup-intent');
    await changeTrial(stack, visitor.id, { columns: { stripe_customer_id: null } });
    await agent.erases(visitor.id);
    await untilErased(visitor.id);
    expect(JSON.stringify((await stack.sandbox.records()).customers)).not.toContain(visitor.details.email);
  });

  it('cancels mails that wait to be sent', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    const sent = await stack.sandbox.mails(visitor.details.email);
    await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
    await visitor.call('send-resume-link');
    const resumeLink = { queue: 'sendResumeLink', key: visitor.id };
    await eventually(async () => (await retriesOf(stack, resumeLink)).length > 0);
    await agent.erases(visitor.id);
    await untilErased(visitor.id);
    await stack.sandbox.heal();
    await settled(stack);
    expect(await jobsOf(stack, resumeLink)).toEqual([
      expect.objectContaining({ state: expect.stringMatching(/cancelled|completed/) }),
    ]);
    expect(await stack.sandbox.mails(visitor.details.email)).toEqual(sent);
  });
});

const bodyOf = (call: string, trialId: number): object => ({
  trialId,
  ...(call === 'verify-phone' && { phone: '2145550142' }),
  ...(call === 'create-account' && { selectedPlan: 'tier_1_19' }),
});

describe('The approval of an erasure', () => {
  const ERASE = { confirm: 'ERASE' };

  const aSignUp = async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    return visitor;
  };

  describe('an erasure', () => {
    let other: Agent;
    beforeAll(async () => void (other = await anAgent(stack)));

    it('waits for ten minutes, in which nothing is erased and it can be undone', async () => {
      const [undone, carriedOut] = [await aSignUp(), await aSignUp()];
      for (const { id } of [undone, carriedOut])
        expect(await agent.runs(id, 'erase', ERASE)).toMatchObject({
          status: 200,
          body: { message: expect.stringContaining('ten minutes'), erased: { signups: 1 } },
        });
      expect((await agent.inspects(undone.id)).body).toMatchObject({
        erasureRequestedAt: expect.any(String),
        diagnosis: {
          tone: 'waiting',
          what: 'The person will be erased.',
          suggest: ['undo-erasure', 'approve-erasure'],
        },
      });
      await stack.sandbox.advance({ minutes: 9 });
      expect((await undone.load()).status).toBe(200);
      expect(await agent.runs(undone.id, 'undo-erasure')).toMatchObject({ status: 200, body: { success: true } });
      await stack.sandbox.advance({ minutes: 1 });
      await untilErased(carriedOut.id);
      expect((await undone.load()).status).toBe(200);
      expect(await storedTrial(stack, undone.id)).toMatchObject({ erased_at: null, erasure_requested_at: null });
      expect((await journalOf(stack, undone.id)).notes.slice(-2)).toEqual(['erasure requested', 'erasure undone']);
    });

    it('is approved by another staff member, not by the one who requested it', async () => {
      const { id } = await aSignUp();
      await agent.runs(id, 'erase', ERASE);
      expect(await agent.runs(id, 'approve-erasure')).toMatchObject({
        status: 409,
        body: { error: 'Another member of the team has to approve the erasure, not the one who requested it.' },
      });
      expect((await storedTrial(stack, id)).erased_at).toBeNull();
      expect(await other.runs(id, 'approve-erasure')).toMatchObject({ status: 200, body: { success: true } });
      await untilErased(id);
      expect(await agent.runs(id, 'undo-erasure')).toMatchObject({
        status: 409,
        body: { error: 'The person was erased.' },
      });
    });

    it('that was undone cannot be approved', async () => {
      const { id } = await aSignUp();
      await agent.runs(id, 'erase', ERASE);
      await agent.runs(id, 'undo-erasure');
      expect(await agent.runs(id, 'undo-erasure')).toMatchObject({ status: 200, body: { repeated: true } });
      const refused = { status: 409, body: { error: 'No erasure is waiting.' } };
      expect(await other.runs(id, 'approve-erasure')).toMatchObject(refused);
      expect((await storedTrial(stack, id)).erased_at).toBeNull();
    });

    it('requested by many parallel clicks is one', async () => {
      const { id } = await aSignUp();
      const answers = await Promise.all(Array.from({ length: 6 }, () => agent.runs(id, 'erase', ERASE)));
      expect(answers.filter(({ body }) => !body.repeated)).toHaveLength(1);
      expect((await journalOf(stack, id)).notes).toEqual(['erasure requested']);
    });
  });

  describe('an erasure of an opened account', () => {
    it('that support requests waits for an administrator, however long it takes', async () => {
      const { id } = await aVisitor(stack).becomesMember();
      const [agent, other] = [await anAgent(stack), await anAgent(stack)];
      const preview = await agent.get(`/api/admin/trials/${id}/erasure`);
      expect(preview.body).toMatchObject({ signups: 1, accounts: 1, subscriptions: 1, approval: 'administrator' });
      expect((await agent.runs(id, 'erase', ERASE)).body).toMatchObject({
        message: 'The person is erased when an administrator approves. Until then it can be undone.',
        erased: { accounts: 1, subscriptions: 1 },
      });
      const why = 'The account is open. An administrator has to approve this erasure.';
      expect(await other.runs(id, 'approve-erasure')).toMatchObject({ status: 409, body: { error: why } });
      const offerTo = async (reader: Agent) =>
        (await reader.inspects(id)).body.supportActions.find(({ name }: any) => name === 'approve-erasure');
      expect(await offerTo(other)).toEqual({ name: 'approve-erasure', possible: false, why });
      expect(await offerTo(agent)).toMatchObject({ possible: false, why: expect.stringMatching(/^Another member/) });
      expect(await offerTo(await anAgent(stack, 'administrator'))).toMatchObject({ possible: true });
      const later = await aSignUp();
      await stack.sandbox.advance({ minutes: 45 });
      // The sweep of reminders has run, so the sweep of erasures has, too.
      await eventually(async () => (await journalOf(stack, later.id)).events.includes('visitor.wentQuiet'));
      expect((await storedTrial(stack, id)).erased_at).toBeNull();
      const administrator = await anAgent(stack, 'administrator');
      expect((await administrator.inspects(id)).body.diagnosis.why).toContain('until an administrator approves');
      expect((await administrator.runs(id, 'approve-erasure')).status).toBe(200);
      await untilErased(id);
    });

    it('that an administrator requests needs no other administrator', async () => {
      const { id } = await aVisitor(stack).becomesMember();
      const administrator = await anAgent(stack, 'administrator');
      const preview = await administrator.get(`/api/admin/trials/${id}/erasure`);
      expect(preview.body).toMatchObject({ approval: 'none' });
      await administrator.runs(id, 'erase', ERASE);
      expect((await (await anAgent(stack)).runs(id, 'approve-erasure')).status).toBe(200);
      await untilErased(id);
    });
  });
});

describe('An erasure on two servers', { tags: 'thorough' }, () => {
  const stack = ownStack();

  it('is finished by the other one when the first dies while Stripe deletes the customer', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.call('trial-setup-intent');
    const agent = await anAgent(stack);
    const [first, second] = [stack.apis[0]!, stack.apis[1]!];
    await second.kill();
    await stack.sandbox.fault({ match: 'DELETE /v1/customers/*', mode: 'hold-after' });
    await agent.erases(visitor.id);
    await untilHeld(stack);
    await first.kill();
    expect((await storedTrial(stack, visitor.id)).email).toBe(visitor.details.email);
    await stack.sandbox.heal();
    await second.restart();
    expect((await visitor.load()).status).toBe(404);
    await endHeartbeats(stack);
    await eventually(async () => (await storedTrial(stack, visitor.id)).email === '', { within: 40_000 });
    await first.restart();
    expect(found(await tables(stack), literally([visitor.details.email, visitor.phone]))).toEqual([]);
    expect(JSON.stringify((await stack.sandbox.records()).customers)).not.toContain(visitor.details.email);
  });
});
