import { type Chart, step, type Step } from '@lampstand/workflows';
import type { EntityManager, EntityTarget } from 'typeorm';
import { minutesAfter } from '../platform/clock/instants.ts';
import { transitionsTotal, notesTotal } from '../platform/health/metrics.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { currentRequest } from '../platform/request-context.ts';
import { ERRORS } from '@lampstand/contracts';
import { AppError } from '../platform/http/errors.ts';

/** Detail of a journal row: ids, counts and codes, never what a person typed. */
export type JournalDetail = Record<string, string | number | boolean | null | undefined>;

/** Within this time the same wish is the second half of a double click. */
const CLICK_MINUTES = 1;

/** One locked subject inside one transaction: what happens to it, in order. */
export class LockedInstance<S extends WorkflowEntity, E extends string> {
  readonly effects: string[] = [];

  constructor(
    readonly tx: EntityManager,
    readonly entity: S,
    private readonly flow: Flow<S, E>,
    private readonly jobs: Jobs,
    readonly at: Date,
  ) {}

  can(event: E): boolean {
    return this.next(event) !== undefined;
  }

  /**
   * Records that `event` happened: moves the subject, writes the journal row and one job per effect, all in this
   * transaction. Throws NotPossible where the chart has no such move.
   */
  async recordTransition(event: E, detail: JournalDetail = {}): Promise<void> {
    const next = this.next(event);
    if (!next) throw new IllegalTransition(this.flow.chart.id, this.entity.state, event);
    const { requestId, actor } = currentRequest();
    const from = this.entity.state;
    const seq = this.entity.journalSeq + 1;
    await this.tx.queryRunner!.query(
      `INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, detail, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        this.flow.chart.id,
        this.flow.chart.version,
        this.entity.id,
        seq,
        event,
        from,
        next.state,
        actor,
        requestId,
        detail,
        this.at,
      ],
    );
    for (const effect of next.effects) await this.jobs.enqueue(this.tx, effect, this.entity.id, requestId);
    this.entity.state = next.state;
    this.entity.journalSeq = seq;
    this.effects.push(...next.effects);
    transitionsTotal.inc({ flow: this.flow.chart.id, event });
  }

  /** Writes down something that moved nothing: a code sent, a card declined, a mail bounced. */
  async note(note: string, detail: JournalDetail = {}): Promise<void> {
    const { requestId, actor } = currentRequest();
    await this.tx.queryRunner!.query(
      `INSERT INTO workflow_journal (flow, version, subject_id, note, from_state, to_state, actor, request_id, detail, at)
       VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9)`,
      [
        this.flow.chart.id,
        this.flow.chart.version,
        this.entity.id,
        note,
        this.entity.state,
        actor,
        requestId,
        detail,
        this.at,
      ],
    );
    notesTotal.inc({ flow: this.flow.chart.id, note });
  }

  /**
   * A note of something that goes on: the same name and `cause` since the last `since` are one row with a count and the
   * last time. A note has no place in the order of the moves, so its row may be written again.
   */
  async noteRepeat(note: string, cause: JournalDetail, since: string): Promise<void> {
    const [{ again }] = await this.tx.query<[{ again: boolean }]>(
      'SELECT workflow_journal_count($1, $2, $3, $4, $5, $6) AS again',
      [this.flow.chart.id, this.entity.id, note, cause, this.at, since],
    );
    if (!again) return this.note(note, { ...cause, count: 1, last: this.at.toISOString() });
    notesTotal.inc({ flow: this.flow.chart.id, note });
  }

  /** Whether `event` is what moved the subject last. */
  async lastEventWas(event: E): Promise<boolean> {
    const [row] = await this.tx.query<[{ event: string }?]>(
      'SELECT event FROM workflow_journal WHERE flow = $1 AND subject_id = $2 AND seq = $3',
      [this.flow.chart.id, this.entity.id, this.entity.journalSeq],
    );
    return row?.event === event;
  }

  /** An event or a note of this name, so recently that it was the same click. Of two replicas the lock lets one see the other's. */
  async wasJustRecorded(name: string): Promise<boolean> {
    const [row] = await this.tx.query<[{ found: boolean }]>(
      `SELECT EXISTS (SELECT FROM workflow_journal
                       WHERE flow = $1 AND subject_id = $2 AND $3 IN (event, note) AND at > $4) AS found`,
      [this.flow.chart.id, this.entity.id, name, minutesAfter(this.at, -CLICK_MINUTES)],
    );
    return row.found;
  }

  private next(event: E): Step | undefined {
    return step(this.flow.chart, this.entity.state, event);
  }
}

/** The columns the engine reads and writes on whatever rides on a flow. */
export interface WorkflowEntity {
  id: number;
  state: string;
  journalSeq: number;
}

/** One flow: its chart and the entity that carries the position. */
export interface Flow<S extends WorkflowEntity, E extends string = string> {
  chart: Chart;
  entity: EntityTarget<S>;
  /** Only for the type of the events. */
  event?: E;
}

/** The chart has no such move from where the subject stands. */
export class IllegalTransition extends AppError {
  constructor(flow: string, state: string, event: string) {
    super(409, ERRORS.outOfOrder, {});
    this.name = `NotPossible: ${flow} in ${state} takes no ${event}`;
  }
}
