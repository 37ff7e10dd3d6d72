/** Lines of the log: what a request or job did, how long it took, and which request caused it. */
import { describe, expect, it } from 'vitest';
import { aVisitor, without } from '../builders/index.ts';
import { settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();

type Line = Record<string, unknown>;

const lines = async (): Promise<Line[]> =>
  (await stack.logs())
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

/** The lines of the request that queued the job of `queue`, and of all that followed from it. */
async function caused(queue: string): Promise<Line[]> {
  const all = await lines();
  const { requestId } = all.find((line) => line['queue'] === queue)!;
  return all.filter((line) => line['requestId'] === requestId);
}

const JOB_ID = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('the log', () => {
  it('names the id that the answer has, the route, the outcome and the duration of a request', async () => {
    const { headers } = await fetch(`${stack.url}/api/config`, { headers: { 'x-request-id': 'chosen by the caller' } });
    const requestId = headers.get('x-request-id');
    const answered = await eventually(async () => (await lines()).find((line) => line['requestId'] === requestId));
    expect(answered).toMatchObject({ method: 'GET', status: '200', ms: expect.any(Number), msg: 'answered' });
  });

  it('has the id of a request in all lines of the jobs that it queued, of those that these queued, and of retries', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.savesCard();
    // Other mails of the sign-up may be under way: all fail until the one that is to fail has failed.
    await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
    expect((await visitor.opensAccount()).status).toBe(200);
    await eventually(async () =>
      (await lines()).some(({ queue, msg }) => queue === 'sendWelcomeMail' && String(msg).startsWith('job failed')),
    );
    await stack.sandbox.heal();
    await settled(stack);
    const found = await caused('openAccount');
    expect(found.filter(({ msg }) => msg === 'answered')).toEqual([
      expect.objectContaining({ method: 'POST', route: expect.stringMatching(/^\/api\//) }),
    ]);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ queue: 'openAccount', jobId: JOB_ID, msg: 'job done', ms: expect.any(Number) }),
        expect.objectContaining({ queue: 'sendWelcomeMail', jobId: JOB_ID, msg: 'job failed, will be tried again' }),
        expect.objectContaining({ queue: 'sendWelcomeMail', jobId: JOB_ID, msg: 'job done' }),
      ]),
    );
  });

  it('has lines without the id of a request or sweep for the server itself only', async () => {
    const others = (await lines()).filter(({ requestId }) => requestId === 'none');
    expect(others.filter(({ msg }) => msg !== 'listening')).toEqual([]);
  });

  it('has the id in the line of a failure', async () => {
    stack.allowLogs(/"code":"42P01"/);
    const answer = await without(stack, 'signUps', () => aVisitor(stack).signsUp());
    expect(answer.status).toBe(500);
    const requestId = answer.headers.get('x-request-id');
    const messages = async () =>
      (await lines()).filter((line) => line['requestId'] === requestId).map(({ msg }) => msg);
    await eventually(async () => (await messages()).includes('answered'));
    expect(await messages()).toEqual(['request failed', 'answered']);
  });
});
