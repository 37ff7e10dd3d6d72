import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { setActor, currentRequest, runInContext } from './request-context.ts';

describe('the actor of a request', () => {
  it('set by an async guard is visible to its caller', async () => {
    const guard = async () => {
      await setImmediate();
      setActor('support');
    };
    await runInContext({ requestId: 'one', actor: 'visitor' }, async () => {
      await guard();
      expect(currentRequest()).toEqual({ requestId: 'one', actor: 'support' });
    });
  });

  it('is not visible to other requests', async () => {
    const asks = (requestId: string, work: () => void) =>
      runInContext({ requestId, actor: 'visitor' }, async () => {
        await setImmediate();
        work();
        await setImmediate();
        return currentRequest();
      });
    const answers = await Promise.all([asks('one', () => setActor('admin')), asks('two', () => {})]);
    expect(answers).toEqual([
      { requestId: 'one', actor: 'admin' },
      { requestId: 'two', actor: 'visitor' },
    ]);
  });
});
