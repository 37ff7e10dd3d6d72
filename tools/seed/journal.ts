/** Statements that write the journal of staged rows: the shortest path of their chart to each row's state, and notes. */
import {
  type AmbassadorEvent,
  type Chart,
  initialStateOf,
  type Transition,
  transitionsOf,
  type TrialEvent,
} from '@lampstand/workflows';

/** Who causes each event of a seeded row. */
const ACTORS: Record<(TrialEvent | AmbassadorEvent)['type'], 'visitor' | 'admin' | 'job'> = {
  'signup.saved': 'visitor',
  'phone.changed': 'visitor',
  'phone.verified': 'visitor',
  'email.corrected': 'visitor',
  'link.requested': 'visitor',
  'visitor.wentQuiet': 'job',
  'plan.selected': 'visitor',
  'payment.linkRequested': 'admin',
  'card.saved': 'visitor',
  'card.lost': 'job',
  'account.opened': 'job',
  'account.existed': 'job',
  'opening.retried': 'job',
  'signup.cancelled': 'admin',
  'application.submitted': 'visitor',
  'application.approved': 'admin',
  'application.declined': 'admin',
  'application.withdrawn': 'admin',
};

/** Inserts the shortest path to each row's state, dated by the columns. */
export function journalOf(chart: Chart, datedBy: Record<string, string>) {
  const transitions = Object.keys(chart.states).flatMap((state) =>
    shortestPath(chart, state).map(
      ({ from, event, to }, index) =>
        `('${[state, event, from, to, ACTORS[event as keyof typeof ACTORS]].join("', '")}', ${index + 1})`,
    ),
  );
  const dates = Object.entries(datedBy).map(([event, column]) => `WHEN '${event}' THEN ${column}`);
  return `
    INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at)
    SELECT '${chart.id}', '${chart.version}', id, seq, event, from_state, to_state, actor, 'seed', coalesce(CASE event ${dates.join(' ')} END, last_at)
      FROM (SELECT *, greatest(created_at, ${Object.values(datedBy).join(', ')}) AS last_at FROM staged) AS staged
      JOIN (VALUES ${transitions.join(', ')}) AS transitions (state, event, from_state, to_state, actor, seq) USING (state)
     ORDER BY created_at, id, seq`;
}

/**
 * Inserts notes. `notes` selects the columns `id, state, note, actor, detail, at`; at most `$1`, the end of the seeded time.
 */
export const notesOf = (chart: Chart, notes: string) => `
  INSERT INTO workflow_journal (flow, version, subject_id, from_state, to_state, note, actor, request_id, detail, at)
  SELECT '${chart.id}', '${chart.version}', id, state, state, note, actor, 'seed', detail::jsonb, least(at, $1::timestamptz)
    FROM (${notes}) AS notes (id, state, note, actor, detail, at) ORDER BY at, id`;

/** The number of the last journal entry of a row in its state. */
export const seqOf = (chart: Chart) =>
  `CASE state ${Object.keys(chart.states)
    .map((state) => `WHEN '${state}' THEN ${shortestPath(chart, state).length}`)
    .join(' ')} END`;

/** The fewest transitions from the initial state to `state`. */
export function shortestPath(chart: Chart, state: string): Transition[] {
  const transitions = transitionsOf(chart);
  const paths = new Map<string, Transition[]>([[initialStateOf(chart), []]]);
  for (const [from, path] of paths)
    for (const each of transitions) if (each.from === from && !paths.has(each.to)) paths.set(each.to, [...path, each]);
  return paths.get(state)!;
}
