/** A database that can be read and not written: a standby, or a full disk at a provider. */
import { expect, it } from 'vitest';
import { aVisitor, doctorCommand, whileReadOnly } from '../builders/index.ts';
import { metricsOf } from '../invariants/leaks.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();

it('is found by readiness, the metrics and the doctor, who says what to do', async () => {
  stack.allowLogs(/"code":"(25006|57P01)"|Connection terminated|"message":"job queue"|"msg":"(job queue|could not)/);
  const readiness = async () => {
    const answer = await fetch(`${stack.url}/readyz`);
    return { status: answer.status, ...(await answer.json()) };
  };
  await whileReadOnly(stack, async () => {
    await eventually(async () => (await readiness()).migrated);
    expect(await readiness()).toMatchObject({ status: 503, ready: false, migrated: true, writable: false });
    expect((await aVisitor(stack).signsUp()).status).toBe(503);
    expect((await metricsOf(stack))[0]!.text).toContain('\nlampstand_ready 0\n');
    expect((await doctorCommand(stack)).wrong).toEqual([
      expect.stringMatching(/^WRONG {3}database +The database that DATABASE_URL names is read-only; .*RESET/),
    ]);
  });
  await eventually(async () => (await readiness()).ready);
  expect((await aVisitor(stack).signsUp()).status).toBe(201);
});
