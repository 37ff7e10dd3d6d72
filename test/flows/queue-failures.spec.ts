/** What the work queue has of failures: cards that the payment provider could not be asked about, and dead jobs by cause. */
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Queue, QueueItem, QueueKind } from '@lampstand/contracts/back-office';
import { aTrial, aVisitor, signedIn } from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

jest.setTimeout(120_000);

const stack = inProcessStack();
type Member = Awaited<ReturnType<typeof signedIn>>;
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
      (await itemsOf('unreported')).some((item) => item.id === id && item.owner === member.email),
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
    const data = { subjectId: String(id), queue: 'sendResumeLink', requestId: 'test' };
    const output = { message: JSON.stringify({ kind: 'MailFailed', code: 503 }) };
    await stack.query(`INSERT INTO pgboss.job (name, data, output, created_on) VALUES ('deadLetters', $1, $2, $3)`, [
      JSON.stringify(data),
      JSON.stringify(output),
      ((await stack.sandbox.call('clock')) as { now: string }).now,
    ]);
  };

  it('are one item for each cause, with an owner; they are snoozed, and not done but retried or dismissed', async () => {
    await aDeadJob();
    const [item] = await itemsOf('deadJobs');
    expect(item).toMatchObject({ cause: { queue: 'sendResumeLink', error: 'MailFailed 503', jobs: 1 }, owner: null });
    const act = (action: string, body: object = {}) => member.post(`admin/queue/deadJobs/${item!.id}/${action}`, body);
    expect((await act('take')).status).toBe(200);
    expect((await itemsOf('deadJobs'))[0]!.owner).toBe(member.email);
    const { groups } = (await member.get('/api/admin/queue')).body as Queue;
    expect(groups.find(({ kind }) => kind === 'deadJobs')).toMatchObject({ count: 1, items: [{ id: item!.id }] });
    const [job] = (await member.get('/api/admin/dead-jobs')).body;
    expect(job.cause).toBe(item!.id);
    expect((await act('done')).status).toBe(404);
    await aDeadJob();
    expect((await itemsOf('deadJobs'))[0]).toMatchObject({ id: item!.id, cause: { jobs: 2 }, owner: member.email });
    const until = new Date(Date.parse(item!.since) + 3 * 24 * 3600_000).toISOString().slice(0, 10);
    expect((await act('snooze', { until })).status).toBe(200);
    expect(await itemsOf('deadJobs')).toEqual([]);
    expect((await itemsOf('deadJobs', '?snoozed=1'))[0]!.snoozedUntil).toBeDefined();
    expect((await member.post('admin/queue/deadJobs/7/take', {})).status).toBe(404);
    expect((await act('reopen')).status).toBe(200);
    const ids = (await member.get('/api/admin/dead-jobs')).body.map(({ id }: { id: string }) => id);
    expect((await member.post('admin/dead-jobs/dismiss', { ids })).body).toEqual({ success: true, jobs: 2 });
    expect(await itemsOf('deadJobs')).toEqual([]);
  });
});
