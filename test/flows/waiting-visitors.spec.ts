/** Visitors who wait for their account while the payment provider is away share the queries that look for it. @thorough */
import { expect, it } from 'vitest';
import { aTrial, callsTo } from '../builders/index.ts';
import { countedWork } from '../builders/counted-work.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
const workOf = countedWork();

const VISITORS = 100;
/** Reading the sign-up, hurrying its job, and a first look: each visitor for himself. */
const STATEMENTS_EACH = 12;
/** In the eight seconds, for all of them. */
const LOOKS = 80;

it('a hundred of them ask the database little more than one does', async () => {
  stack.allowLogs(/AwaitOpening/);
  const trials = await Promise.all(Array.from({ length: VISITORS }, () => aTrial(stack, { state: 'openingAccount' })));
  const answers = await Promise.all(
    trials.map(({ id }) => callsTo(stack).post('create-account', { trialId: id, selectedPlan: 'tier_1_19' })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  const statements = answers.map(({ headers }) => workOf(headers.get('x-request-id')!).statements);
  const all = statements.reduce((sum, each) => sum + each, 0);
  expect(all).toBeLessThanOrEqual(VISITORS * STATEMENTS_EACH + LOOKS);
}, 60_000);
