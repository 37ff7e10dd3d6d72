/** The stream by which open pages of the back office hear of changes, on two servers. */
import { describe, expect, it } from 'vitest';
import { aVisitor, callsTo, listensToChanges, signedIn } from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

const stack = ownStack();
const [here, there] = [() => ({ url: stack.apiUrls[0]! }), () => ({ url: stack.apiUrls[1]! })];

describe('the stream of changes', () => {
  it('has the id of a record that another server changes, and no word about the person', async () => {
    const staff = await signedIn(stack);
    const { heard } = await listensToChanges(here(), staff);
    const calls = callsTo(there(), { cookie: staff.cookie });
    const visitor = aVisitor({ ...stack, ...there() });
    await visitor.signsUp();
    const { id } = visitor;
    const hears = async (change: () => Promise<unknown>) => {
      heard.length = 0;
      await change();
      await eventually(() => heard.includes(String(id)));
    };
    await hears(() => visitor.asksForCode());
    await hears(() => visitor.typesCode('000000'));
    await hears(() => calls.post(`admin/trials/${id}/notes`, { text: 'Called back.' }));
    await calls.post(`admin/queue/signup/${id}/take`, {});
    await eventually(() => heard.includes('queue'));
    expect(heard.filter((each) => !/^(\d+|queue)$/.test(each))).toEqual([]);
  });

  it('is neither compressed nor held back by a proxy', async () => {
    const { headers } = await listensToChanges(here(), await signedIn(stack));
    expect(headers.get('content-type')).toBe('text/event-stream');
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('cache-control')).toContain('no-store');
  });

  it('ends when its session ends on another server, and is refused then', async () => {
    const staff = await signedIn(stack);
    const { ended } = await listensToChanges(here(), staff);
    await callsTo(there(), { cookie: staff.cookie }).post('admin/logout', {});
    await ended;
    expect((await callsTo(here(), { cookie: staff.cookie }).get('/api/admin/changes')).status).toBe(401);
  });

  it('ends when its server stops, which waits for no page', async () => {
    const { ended } = await listensToChanges(there(), await signedIn(stack));
    expect(await stack.apis[1]!.kill('SIGTERM')).toBe('code 0');
    await ended;
  });
});
