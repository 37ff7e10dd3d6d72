/** The work queue: what needs a person, who has taken it, and until when it is hidden. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DoneItem, Queue, QueueItem, QueueKind } from '@lampstand/contracts/back-office';
import {
  aDeadLetter,
  aKey,
  aMember,
  anEmail,
  aStaffMember,
  aStoredApplication,
  aStoredPayment,
  aStoredRequest,
  aStoredSubscription,
  aTrial,
  aVisitor,
  signedIn,
  auditEntries,
  lifeOf,
  storesAnotherCard,
  stripe,
  ifMatch,
  queueItemsOf,
} from '../builders/index.ts';
import { inProcessStack } from '../support/own-stack.ts';
import { eventually } from '../support/index.ts';

const stack = inProcessStack();
type Member = Awaited<ReturnType<typeof signedIn>>;
let [one, other]: Member[] = [];
let lastId = 1000;

const aRequest = async (): Promise<number> => {
  lastId += 1;
  await aStoredRequest(stack, { id: lastId });
  return lastId;
};

beforeAll(async () => {
  [one, other] = [await signedIn(stack, 'support'), await signedIn(stack, 'support')];
});

const read = async (by: Member = one!): Promise<Queue> => (await by.get('/api/admin/queue')).body;
const groupOf = async (kind: QueueKind, by?: Member) => (await read(by)).groups.find((group) => group.kind === kind)!;

/** From the whole group, of which the queue shows the oldest items. */
const itemOf = async (kind: QueueKind, id: number): Promise<QueueItem | undefined> =>
  (await one!.get(`/api/admin/queue/${kind}`)).body.find((item: QueueItem) => item.id === id);

const listed = async (kind: QueueKind, id: number): Promise<boolean> => (await itemOf(kind, id)) !== undefined;

const act = (kind: QueueKind, id: number, action: string, body: object = {}, by: Member = one!, seen?: string) =>
  by.post(`admin/queue/${kind}/${id}/${action}`, body, ifMatch(seen));

/** The If-Match header of the take-over dialog. */
const ownerSeen = async (kind: QueueKind, id: number): Promise<string> =>
  (await one!.get(`/api/admin/queue/${kind}/${id}`)).body.seen;

const later = async (given: { minutes?: number; days?: number }) => {
  await stack.sandbox.advance(given);
  [one, other] = [await signedIn(stack, 'support'), await signedIn(stack, 'support')];
};

const dayIn = async (days: number): Promise<string> => {
  const { now } = (await stack.sandbox.call('clock')) as { now: string };
  return new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(0, 10);
};

describe('the queue', () => {
  it('has a person who is stuck, until the person goes on, is contacted, or a week has passed', async () => {
    const [stuck, contacted] = [await aTrial(stack), await aTrial(stack)];
    expect(await itemOf('code', stuck.id)).toBeUndefined();
    await later({ minutes: 31 });
    await one!.post(`admin/trials/${contacted.id}/mark-contacted`, {});
    expect(await itemOf('code', stuck.id)).toMatchObject({ name: expect.any(String), owner: null });
    expect(await itemOf('code', contacted.id)).toBeUndefined();
    await later({ days: 8 });
    expect(await itemOf('code', stuck.id)).toBeUndefined();
  });

  it('has people stuck at the card, openings that are stuck, and unpaid invoices of any age', async () => {
    const { now } = (await stack.sandbox.call('clock')) as { now: string };
    const ago = (hours: number) => new Date(Date.parse(now) - hours * 3600_000).toISOString();
    const aMember = async (state: 'active' | 'pastDue' | 'unpaid') => {
      const { id } = await aTrial(stack, { state: 'success' });
      await aStoredSubscription(stack, { id, state, at: ago(24 * 60) });
      return id;
    };
    const columns = { created_at: ago(3), phone_verified_at: ago(2) };
    const { id: card } = await aTrial(stack, { state: 'billingInformation', columns });
    const opening = async (hours: number) =>
      (await aTrial(stack, { state: 'openingAccount', columns: { ...columns, card_saved_at: ago(hours) } })).id;
    for (const [kind, id, hours] of [
      ['card', card, 2],
      ['opening', await opening(0.1), 0.1],
      ['payment', await aMember('pastDue'), 24 * 60],
      ['payment', await aMember('unpaid'), 24 * 60],
    ] as const)
      expect([kind, await itemOf(kind, id)]).toMatchObject([kind, { since: ago(hours), owner: null }]);
    for (const [kind, id] of [
      ['opening', await opening(0)],
      ['payment', await aMember('active')],
    ] as const)
      expect([kind, await itemOf(kind, id)]).toEqual([kind, undefined]);
  });

  it('has members who owe with the amount, the plan and the last contact, the largest debt first and then the oldest', async () => {
    const { now } = (await stack.sandbox.call('clock')) as { now: string };
    const ago = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString();
    const owing = async (cents: number, days: number, contacted: string | null = null) => {
      const { id } = await aTrial(stack, { state: 'success', columns: { contacted_at: contacted } });
      await aStoredSubscription(stack, { id, state: 'pastDue', at: ago(days) });
      await aStoredPayment(stack, id, { cents });
      return id;
    };
    const contacted = ago(1);
    const small = await owing(99_901, 50);
    const large = await owing(99_999, 1, contacted);
    const older = await owing(99_901, 60);
    const items = (await one!.get('/api/admin/queue/payment?limit=3')).body as QueueItem[];
    expect(items.map(({ id }) => id)).toEqual([large, older, small]);
    expect(items[0]).toMatchObject({ owes: { inCents: 99_999, plan: 'tier_1_19', contactedAt: contacted } });
    const first = await one!.get('/api/admin/queue/payment?limit=2');
    expect(first.body.map(({ id }: QueueItem) => id)).toEqual([large, older]);
    const groupIds = (await groupOf('payment')).items.map(({ id }) => id);
    expect(groupIds.slice(0, 3)).toEqual([large, older, small]);
  });

  it('has members without a card for the next payment, or with one that expires before it', async () => {
    const { now } = (await stack.sandbox.call('clock')) as { now: string };
    const at = (days: number) => new Date(Date.parse(now) + days * 86_400_000).toISOString();
    const month = (days: number) => at(days).slice(0, 7);
    const aPayer = async (columns: object, state: 'trialing' | 'active' | 'pastDue' = 'active') => {
      const { id } = await aTrial(stack, { state: 'success' });
      const paying = { period_ends_at: at(20), card_since: at(-40), ...columns };
      await aStoredSubscription(stack, { id, state, at: at(-10), columns: paying });
      return id;
    };
    const card = (expires: string) => ({ card: { brand: 'visa', last4: '4242', expires } });
    const groups = ['cardMissing', 'cardExpiring'] as const;
    const groupsOf = async (id: number) =>
      (await Promise.all(groups.map(async (kind) => (await listed(kind, id)) && kind))).filter(Boolean);
    for (const [id, expected] of [
      [await aPayer({}), ['cardMissing']],
      [await aPayer({}, 'trialing'), ['cardMissing']],
      [await aPayer(card(month(-20))), ['cardExpiring']],
      [await aPayer({ ...card(month(0)), period_ends_at: at(40) }), ['cardExpiring']],
      [await aPayer(card(month(20))), []],
      [await aPayer({ next_charge: null }), []],
      [await aPayer({ cancel_at: at(20) }), []],
      [await aPayer({}, 'pastDue'), []],
    ] as const)
      expect(await groupsOf(id)).toEqual(expected);
  });

  it('has people whose mail comes back, members apart, until the email is corrected', async () => {
    const aReader = () => aVisitor(stack, { email: anEmail('bounce') });
    const [visitor, member] = [aReader(), await aReader().becomesMember()];
    await visitor.signsUp();
    for (const [kind, id, other] of [
      ['visitorMail', visitor.id, member.id],
      ['memberMail', member.id, visitor.id],
    ] as const) {
      await eventually(() => listed(kind, id));
      expect(await listed(kind, other)).toBe(false);
    }
    await visitor.call('update-email', { email: anEmail('corrected') });
    expect(await listed('visitorMail', visitor.id)).toBe(false);
  });

  it('has a member whose card was removed since that day, until a card pays again', async () => {
    const member = await aMember(stack);
    const { stripe_id } = await lifeOf(stack, member.id);
    const { default_payment_method: card } = await stripe(stack, `subscriptions/${stripe_id}`);
    await stripe(stack, `payment_methods/${card}/detach`, {});
    await eventually(() => listed('cardMissing', member.id));
    const { journal } = await lifeOf(stack, member.id);
    const removed = journal.find(({ note }: { note: string }) => note === 'card gone')!;
    expect((await itemOf('cardMissing', member.id))!.since).toBe(removed.at.toISOString());
    await storesAnotherCard(stack, member);
    await eventually(async () => !(await listed('cardMissing', member.id)));
  });

  it('has unanswered requests, and applications from the first promised day on', async () => {
    const id = await aRequest();
    const application = await aStoredApplication(stack);
    expect(await itemOf('request', id)).toMatchObject({ owner: null });
    expect(await itemOf('application', application.id)).toBeUndefined();
    await later({ days: 7 });
    expect(await itemOf('application', application.id)).toMatchObject({
      dueOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  it('lists all items of a group in pages, the oldest first, without those that are snoozed or done', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 23; at += 1) ids.push(await aRequest());
    const until = await dayIn(5);
    await act('request', ids[0]!, 'snooze', { until });
    await act('request', ids[1]!, 'done');
    const { count, snoozed } = await groupOf('request');
    const found: QueueItem[] = [];
    for (let next = '/api/admin/queue/request?limit=9'; next;) {
      const { body, headers } = await one!.get(next);
      expect(headers.get('x-total-count')).toBe(String(count));
      found.push(...body);
      next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(found).toHaveLength(count);
    expect(found.map(({ since }) => since)).toEqual(found.map(({ since }) => since).toSorted());
    const listed = new Set(found.map(({ id }) => id));
    expect(ids.filter((id) => listed.has(id))).toEqual(ids.slice(2));
    const hidden = (await one!.get('/api/admin/queue/request?snoozed=1')).body as QueueItem[];
    expect(hidden).toHaveLength(snoozed);
    expect(hidden.map(({ id }) => id)).toContain(ids[0]);
    expect(hidden.find(({ id }) => id === ids[0])!.snoozedUntil!.slice(0, 10)).toBe(until);
    expect((await one!.get('/api/admin/queue/nothing')).status).toBe(404);
  });

  it('counts all items of a group and lists the oldest 20; the count is that of the list', async () => {
    const { count, items } = await groupOf('request');
    const { headers } = await one!.get('/api/admin/queue/request?limit=1');
    expect(String(count)).toBe(headers.get('x-total-count'));
    expect(items.map(({ since }) => since)).toEqual(items.map(({ since }) => since).toSorted());
    expect(items.length).toBeLessThanOrEqual(20);
  });
});

describe('an item', () => {
  const aStuckPerson = async () => {
    const { id } = await aTrial(stack, { pastor: { churchName: `w${aKey()}` } });
    await later({ minutes: 31 });
    return id;
  };

  it('is taken by one of two staff members who take it at the same moment; the 409 of the other names the owner', async () => {
    const id = await aStuckPerson();
    const answers = await Promise.all([act('code', id, 'take'), act('code', id, 'take', {}, other)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [owner, late] = answers[0].status === 200 ? [one!, other!] : [other!, one!];
    expect(answers.find(({ status }) => status === 409)!.body.error).toBe(`${owner.name} has taken this.`);
    expect(await itemOf('code', id)).toMatchObject({ owner: owner.name });
    expect((await act('code', id, 'done', {}, late)).status).toBe(409);
    expect((await act('code', id, 'release', {}, late)).status).toBe(409);
    expect((await act('code', id, 'release', {}, await signedIn(stack))).status).toBe(200);
    expect(await itemOf('code', id)).toMatchObject({ owner: null });
  });

  it('is refused when its record does not exist', async () => {
    for (const kind of ['code', 'request', 'application'] as const)
      expect(await act(kind, 1, 'done')).toMatchObject({
        status: 404,
        body: { error: 'There is no such item in the queue.' },
      });
    expect(await queueItemsOf(stack, 1)).toEqual([]);
  });

  it('is hidden until its snooze ends', async () => {
    const id = await aRequest();
    for (const until of [await dayIn(-1), await dayIn(100), 'soon'])
      expect((await act('request', id, 'snooze', { until })).status).toBe(400);
    expect((await act('request', id, 'snooze', { until: await dayIn(2) })).status).toBe(200);
    expect(await itemOf('request', id)).toBeUndefined();
    await later({ days: 3 });
    expect(await itemOf('request', id)).toBeDefined();
  });

  it('that is done comes back only when it needs a person anew', async () => {
    const id = await aStuckPerson();
    await act('code', id, 'done');
    expect(await itemOf('code', id)).toBeUndefined();
    await later({ minutes: 31 });
    expect(await itemOf('code', id)).toBeUndefined();
  });

  it('that is done or snoozed can be brought back, by another member, too', async () => {
    const id = await aRequest();
    for (const hidden of [
      () => act('request', id, 'done'),
      async () => act('request', id, 'snooze', { until: await dayIn(3) }),
    ]) {
      await hidden();
      expect(await listed('request', id)).toBe(false);
      expect((await act('request', id, 'reopen', {}, other)).status).toBe(200);
      expect(await listed('request', id)).toBe(true);
    }
  });

  it('of a sign-up is taken with the sign-up, in each of its groups and on its page', async () => {
    const id = await aStuckPerson();
    const ownerOf = async (kind: string) => (await other!.get(`/api/admin/queue/${kind}/${id}`)).body.owner;
    expect((await act('signup' as QueueKind, id, 'take')).status).toBe(200);
    expect([await ownerOf('signup'), await ownerOf('code'), (await itemOf('code', id))!.owner]).toEqual(
      Array(3).fill(one!.name),
    );
    expect((await act('card', id, 'take', {}, other)).status).toBe(409);
    expect((await act('signup' as QueueKind, id, 'done')).status).toBe(404);
    expect((await act('code', id, 'done')).status).toBe(200);
    expect(await ownerOf('signup')).toBeNull();
  });

  it('of an application is shown with its owner in the list', async () => {
    const { id } = await aStoredApplication(stack);
    expect((await act('application', id, 'take')).status).toBe(200);
    const { body } = await one!.get('/api/admin/ambassadors');
    expect(body.find((row: { id: number }) => row.id === id).owner).toBe(one!.name);
  });

  it('of a trial request has the owner of the request', async () => {
    const id = await aRequest();
    await act('request', id, 'take');
    expect((await one!.get(`/api/admin/trial-requests/${id}`)).body.owner).toBe(one!.name);
    await one!.post(`admin/trial-requests/${id}/release`, {});
    expect(await itemOf('request', id)).toMatchObject({ owner: null });
  });

  it.each(['code', 'request'] as const)('of kind %s is free again once its owner is disabled', async (kind) => {
    const id = kind === 'code' ? await aStuckPerson() : await aRequest();
    const leaver = await signedIn(stack, 'support');
    await act(kind, id, 'take', {}, leaver);
    expect(await itemOf(kind, id)).toMatchObject({ owner: leaver.name });
    const { post, password } = await signedIn(stack);
    expect((await post(`admin/staff/${leaver.id}/disable`, { password })).status).toBe(200);
    expect(await itemOf(kind, id)).toMatchObject({ owner: null });
    expect((await act(kind, id, 'take')).status).toBe(200);
  });

  it.each(['code', 'request'] as const)(
    'of kind %s is taken over from the colleague whom the dialog showed, which the audit log has',
    async (kind) => {
      const id = kind === 'code' ? await aStuckPerson() : await aRequest();
      const [maria, john, late] = [one!, other!, await signedIn(stack, 'support')];
      await act(kind, id, 'take', {}, maria);
      const seen = await ownerSeen(kind, id);
      for (const _ of [1, 2]) expect((await act(kind, id, 'take-over', {}, john, seen)).status).toBe(200);
      expect(await itemOf(kind, id)).toMatchObject({ owner: john.name });
      const refused = (error: RegExp) => ({ status: 409, body: { error: expect.stringMatching(error) } });
      const taken = new RegExp(`^It was taken by ${john.name} \\d+ seconds? ago\\. `);
      expect(await act(kind, id, 'take-over', {}, late, seen)).toMatchObject(refused(taken));
      const again = await ownerSeen(kind, id);
      await act(kind, id, 'release', {}, john);
      const released = new RegExp(`^It was released by ${john.name} \\d+ seconds? ago\\. `);
      expect(await act(kind, id, 'take-over', {}, late, again)).toMatchObject(refused(released));
      expect((await act(kind, id, 'take', {}, john)).status).toBe(200);
      const about = kind === 'code' ? `trial:${id}` : `request:${id}`;
      const action = kind === 'code' ? 'queue handled' : 'request handled';
      const entries = await auditEntries(stack, { by: john.id, about, action });
      expect(entries.map(({ detail }) => detail)).toContainEqual({ action: 'take-over', from: maria.id });
      expect((await act(kind, id, 'done', {}, john)).status).toBe(200);
    },
  );

  it.each(['code', 'request'] as const)(
    'of kind %s is assigned to a colleague, and to no one who is disabled',
    async (kind) => {
      const id = kind === 'code' ? await aStuckPerson() : await aRequest();
      const disabled = await aStaffMember(stack, { disabled: true });
      const { body: staff } = await one!.get('/api/admin/queue/staff');
      expect(staff).toContainEqual({ id: other!.id, name: other!.name, canOwn: true });
      expect(staff).toContainEqual({ id: disabled.id, name: disabled.name, canOwn: false });
      expect((await act(kind, id, 'assign', { to: disabled.name })).status).toBe(400);
      expect((await act(kind, id, 'assign', { to: other!.name })).status).toBe(200);
      expect(await itemOf(kind, id)).toMatchObject({ owner: other!.name });
      expect((await act(kind, id, 'assign', { to: one!.name })).status).toBe(409);
      const administrator = await signedIn(stack);
      expect((await act(kind, id, 'assign', { to: one!.name }, administrator)).status).toBe(200);
      expect(await itemOf(kind, id)).toMatchObject({ owner: one!.name });
    },
  );

  it('has no owner after 14 days without a change; a note on the person is a change', async () => {
    const { now } = (await stack.sandbox.call('clock')) as { now: string };
    const aDebtor = async () => {
      const { id } = await aTrial(stack, { state: 'success' });
      await aStoredSubscription(stack, { id, state: 'pastDue', at: now });
      return id;
    };
    const [left, kept, request] = [await aDebtor(), await aDebtor(), await aRequest()];
    const { name } = one!;
    for (const [kind, id] of [
      ['payment', left],
      ['payment', kept],
      ['request', request],
    ] as const)
      expect((await act(kind, id, 'take')).status).toBe(200);
    await later({ days: 8 });
    expect((await one!.post(`admin/trials/${kept}/notes`, { text: 'Called, rings back.' })).status).toBe(201);
    await later({ days: 7 });
    await eventually(async () => (await itemOf('payment', left))!.owner === null, { within: 30_000 });
    await eventually(async () => (await itemOf('request', request))!.owner === null, { within: 30_000 });
    expect(await itemOf('payment', kept)).toMatchObject({ owner: name });
  });

  it('that was done today is listed until it is brought back or the day ends', async () => {
    const [code, request] = [await aStuckPerson(), await aRequest()];
    await act('code', code, 'done');
    await act('request', request, 'done');
    const done = async () => (await one!.get('/api/admin/queue/done')).body as DoneItem[];
    const ids = async () => (await done()).map(({ kind, id }) => `${kind} ${id}`);
    expect(await done()).toContainEqual({
      kind: 'code',
      id: code,
      name: expect.stringMatching(/./),
      at: expect.any(String),
    });
    await act('request', request, 'reopen');
    expect(await ids()).toContain(`code ${code}`);
    expect(await ids()).not.toContain(`request ${request}`);
    await later({ days: 1 });
    expect(await ids()).not.toContain(`code ${code}`);
  });

  it('has each action in the audit log', async () => {
    const id = await aStuckPerson();
    const member = one!;
    for (const action of ['take', 'release', 'done']) await act('code', id, action, {}, member);
    const entries = await auditEntries(stack, { by: member.id, about: `trial:${id}`, action: 'queue handled' });
    expect(entries.map(({ detail }) => detail.action)).toEqual(['take', 'release', 'done']);
  });
});

describe('Failures in the work queue', () => {
  let member: Member;

  beforeAll(async () => {
    member = await signedIn(stack, 'support');
  });

  const itemsOf = async (kind: QueueKind, query = ''): Promise<QueueItem[]> =>
    (await member.get(`/api/admin/queue/${kind}${query}`)).body;

  const later = async (minutes: number) => {
    await stack.sandbox.advance({ minutes });
    member = await signedIn(stack, 'support');
  };

  describe('a card that was stored and not reported', () => {
    it('is in the queue while the payment provider cannot be asked, and leaves it once the card is recorded', async () => {
      const visitor = await aVisitor(stack).provesPhone();
      const { id } = visitor;
      await stack.sandbox.webhooks.set('hold');
      await visitor.typesCard();
      await stack.sandbox.fault({ match: 'GET /v1/setup_intents', mode: '500', times: 0 });
      expect(await itemsOf('unreported')).toEqual([]);
      await later(3);
      const isUnknown = async () => (await visitor.stored())['card_unknown_since'] !== null;
      await eventually(isUnknown, { within: 40_000 });
      await later(6);
      await eventually(async () => (await itemsOf('unreported')).some((item) => item.id === id));
      expect((await member.post(`admin/queue/unreported/${id}/take`, {})).status).toBe(200);
      // While the provider is asked again, the card is no longer overdue.
      await eventually(async () =>
        (await itemsOf('unreported')).some((item) => item.id === id && item.owner === member.name),
      );
      await stack.sandbox.heal();
      await later(20);
      await eventually(async () => (await itemsOf('unreported')).length === 0, { within: 40_000 });
      expect((await visitor.stored())['card_saved_at']).not.toBeNull();
    });
  });

  describe('dead jobs', () => {
    /** The dead letter of a job about a sign-up. */
    const aDeadJob = async (): Promise<void> => {
      const { id } = await aTrial(stack, { state: 'billingInformation' });
      await aDeadLetter(stack, 'sendResumeLink', id, { kind: 'MailFailed', code: 503 });
    };

    it('are one item for each cause, with an owner; they are snoozed, and not done but retried or dismissed', async () => {
      await aDeadJob();
      const [item] = await itemsOf('deadJobs');
      expect(item).toMatchObject({ cause: { queue: 'sendResumeLink', error: 'MailFailed 503', jobs: 1 }, owner: null });
      const act = (action: string, body: object = {}) =>
        member.post(`admin/queue/deadJobs/${item!.id}/${action}`, body);
      expect((await act('take')).status).toBe(200);
      expect((await itemsOf('deadJobs'))[0]!.owner).toBe(member.name);
      const { groups } = (await member.get('/api/admin/queue')).body as Queue;
      expect(groups.find(({ kind }) => kind === 'deadJobs')).toMatchObject({ count: 1, items: [{ id: item!.id }] });
      const [job] = (await member.get('/api/admin/dead-jobs')).body;
      expect(job.cause).toBe(item!.id);
      expect((await act('done')).status).toBe(404);
      await aDeadJob();
      expect((await itemsOf('deadJobs'))[0]).toMatchObject({ id: item!.id, cause: { jobs: 2 }, owner: member.name });
      expect((await act('snooze', { until: await dayIn(3) })).status).toBe(200);
      expect(await itemsOf('deadJobs')).toEqual([]);
      expect((await itemsOf('deadJobs', '?snoozed=1'))[0]!.snoozedUntil).toBeDefined();
      expect((await member.post('admin/queue/deadJobs/7/take', {})).status).toBe(404);
      expect((await act('reopen')).status).toBe(200);
      const ids = (await member.get('/api/admin/dead-jobs')).body.map(({ id }: { id: string }) => id);
      expect((await member.post('admin/dead-jobs/dismiss', { ids })).body).toEqual({ success: true, jobs: 2 });
      expect(await itemsOf('deadJobs')).toEqual([]);
    });
  });
});
