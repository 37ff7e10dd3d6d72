import { expect, it } from 'vitest';
import { aSandbox } from './sandbox.fixture.ts';

it('answers a request that names the known offset when the clock moves, and at once when the offset is another', async () => {
  const sandbox = await aSandbox();
  let moved = false;
  const waiting = sandbox.get<{ offsetMs: number }>('clock?known=0').then((answer) => ({ ...answer, moved }));
  await sandbox.get('clock');
  moved = true;
  const { offsetMs } = await sandbox.advance({ advanceDays: 1 });
  expect(await waiting).toMatchObject({ offsetMs, moved: true });
  expect(await sandbox.get('clock?known=0')).toMatchObject({ offsetMs });
  await sandbox.stop();
});
