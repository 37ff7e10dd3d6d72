import { type Chart, initialStateOf, type Move, movesOf } from '@lampstand/workflows';
import type { Stack } from '../support/index.ts';

/** Stores a row of `table` and, in the same statement, a journal that led it to `state`, as the engine would have. */
export async function storeJournaled(
  stack: Stack,
  { chart, table, state, row, at }: { chart: Chart; table: string; state: string; row: { id: number }; at: string },
): Promise<Record<string, any>> {
  const path = shortestPathTo(state, chart);
  const journal = path.map(({ from, event, to }, index) => ({ seq: index + 1, event, from_state: from, to_state: to }));
  const [stored] = await stack.query(
    `WITH journal AS (
       INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at)
       SELECT $6, $3, $2, seq, event, from_state, to_state, 'job', 'builder', $4
         FROM jsonb_to_recordset($1::jsonb) AS rows (seq int, event text, from_state text, to_state text))
     INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $5::jsonb) RETURNING *`,
    [
      JSON.stringify(journal),
      row.id,
      chart.version,
      at,
      JSON.stringify({ ...row, state, journal_seq: path.length }),
      chart.id,
    ],
  );
  return stored;
}

/** The fewest moves from nothing to `state`. */
export function shortestPathTo(state: string, chart: Chart): Move[] {
  const moves = movesOf(chart);
  const paths = new Map<string, Move[]>([[initialStateOf(chart), []]]);
  for (const [from, path] of paths)
    for (const move of moves) if (move.from === from && !paths.has(move.to)) paths.set(move.to, [...path, move]);
  return paths.get(state)!;
}

/** Events and notes of a sign-up or an application in order; a subscription's are in `lifeOf`. */
export async function journalOf(stack: Stack, id: number): Promise<{ events: string[]; notes: string[] }> {
  const rows = await stack.query(
    `SELECT event, note FROM workflow_journal WHERE subject_id = $1 AND flow <> 'subscription-life' ORDER BY id`,
    [id],
  );
  return {
    events: rows.filter(({ event }) => event).map(({ event }) => event),
    notes: rows.filter(({ note }) => note).map(({ note }) => note),
  };
}
