import type { Stack } from '../support/index.ts';
import { aTrial, type TrialGiven } from './trial.ts';

/** So many sign-ups that differ by their ids alone, by one statement. */
export async function manyTrials(stack: Stack, count: number, given: TrialGiven = {}): Promise<void> {
  const { id, ...first } = await aTrial(stack, given);
  const unique = ['idempotency_key', 'stripe_customer_id', 'setup_intent_id'];
  const columns = Object.keys(first).filter((name) => !unique.includes(name));
  await stack.query(
    `WITH more AS (SELECT $1::bigint + n AS id FROM generate_series(1, $2 - 1) AS n),
     journal AS (
       INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at)
       SELECT flow, version, more.id, seq, event, from_state, to_state, actor, request_id, at
         FROM workflow_journal, more WHERE subject_id = $1 ORDER BY more.id, seq)
     INSERT INTO trial_signups (id, ${columns.join(', ')})
     SELECT more.id, ${columns.map((name) => `like_it.${name}`).join(', ')} FROM trial_signups AS like_it, more WHERE like_it.id = $1`,
    [id, count],
  );
}
