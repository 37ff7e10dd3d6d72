import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { setActor, currentRequest, runInContext } from './request-context.ts';

describe('who is behind the work at hand', () => {
  it('is known to the caller of a guard that found it out later', async () => {
    const guard = async () => {
      await setImmediate();
      setActor('support');
    };
    await runInContext({ requestId: 'one', actor: 'visitor' }, async () => {
      await guard();
      expect(currentRequest()).toEqual({ requestId: 'one', actor: 'support' });
    });
  });

  it('is told to no other request', async () => {
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
