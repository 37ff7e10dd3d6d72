/** What PostgreSQL writes into its log, which is no place for people or keys. */
import { expect, it } from 'vitest';
import {
  aKey,
  anApplication,
  aPastor,
  callsTo,
  databaseLog,
  storedTrial,
  storedApplications,
} from '../builders/index.ts';
import { atOnce } from '../invariants/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();

it.each([
  ['ambassador-application', () => anApplication()],
  ['trial-signup', () => aPastor()],
])('a call of %s that is repeated ten times at once leaves no line of its key', async (call, bodyOf) => {
  const body = bodyOf();
  const key = { 'idempotency-key': aKey() };
  const answers = await atOnce(10, (index) => callsTo({ url: stack.apiUrls[index % 2]! }).post(call, body, key));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
  const { id } = answers[0]!.body;
  const row = call === 'trial-signup' ? await storedTrial(stack, id) : (await storedApplications(stack, body))[0];
  const stored = row['idempotency_key'] ?? row['repeat_key'];
  expect(stored).toMatch(/.{8}/);
  expect(await databaseLog(stack)).not.toContain(stored);
});
