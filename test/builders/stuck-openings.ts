import type { Stack } from '../support/index.ts';
import { eventually } from '../support/eventually.mjs';
import { aVisitor, type Visitor } from './visitor.ts';

/** Openings that the payment provider keeps from going on: their jobs, their lines of the journal, their dead letters. */
export function stuckOpenings(stack: Stack) {
  const ofSubject = (sql: string, { id }: Visitor): Promise<any[]> => stack.query(sql, [String(id)]);

  const liveJobs = (visitor: Visitor) =>
    ofSubject(
      `SELECT id FROM pgboss.job WHERE name = 'openAccount' AND data->>'subjectId' = $1 AND state IN ('created', 'retry', 'active')`,
      visitor,
    );
  const deadLetters = (visitor: Visitor) =>
    ofSubject(
      `SELECT id FROM pgboss.job WHERE name = 'deadLetters' AND data->>'subjectId' = $1 AND state = 'created'`,
      visitor,
    );
  const linesAbout = (visitor: Visitor) =>
    ofSubject(
      `SELECT coalesce(note, event) AS name, detail FROM workflow_journal
        WHERE subject_id = $1 AND (note = 'opening attempt failed' OR event = 'opening.retried') ORDER BY id`,
      visitor,
    );

  /** Somebody whose card is saved and whose account cannot be opened: the first attempt has failed. */
  const one = async (): Promise<Visitor> => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.savesCard();
    await eventually(async () => (await linesAbout(visitor)).length > 0);
    return visitor;
  };

  return { one, liveJobs, deadLetters, linesAbout };
}
