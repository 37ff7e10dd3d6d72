import { KEPT_DAYS } from '@lampstand/contracts';
import { ambassadorApplication, metaOf, sqlStates, TRIAL_STATES } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { ambassadorFlow, EraseApplication } from '../../../ambassadors/index.ts';
import { Clock } from '../../../platform/clock/clock.ts';
import { daysAfter } from '../../../platform/clock/instants.ts';
import { Measures } from '../../../platform/health/measures.ts';
import { Every } from '../../../platform/jobs/decorators.ts';
import { SweepRows, whileFull } from '../../../platform/jobs/sweep-rows.ts';
import { deleteNotesAndMails, deleteRequests } from './erase-forms.ts';
import { ErasePerson } from './erase-person.ts';

const overdueSeconds = new Gauge({
  name: 'lampstand_retention_overdue_seconds',
  help: 'Seconds since the retention of the oldest sign-up ended that is not erased; 0 if there is none',
});

const BATCH = 50;
const MAIL_COPY_BATCH = 1000;

/** The states with a retention, and before when the last visit was if it is over. */
const TERMS = 'unnest($1::text[], $2::timestamptz[]) AS term (state, before)';

/** Old copies, and those of mails that were on their way while the person was erased. */
const MAIL_COPIES = `
  UPDATE sent_mails AS mail SET copy = NULL WHERE key IN (
    SELECT key FROM sent_mails WHERE copy IS NOT NULL AND settled_at < $1 LIMIT ${MAIL_COPY_BATCH})
  OR copy IS NOT NULL AND settled_at > $2
    AND NOT EXISTS (SELECT FROM trial_signups WHERE id = mail.subject_id AND erased_at IS NULL)
    AND NOT EXISTS (SELECT FROM ambassador_applications WHERE id = mail.subject_id AND email <> '')
    AND NOT EXISTS (SELECT FROM trial_requests WHERE id = mail.subject_id)`;

/**
 * Deletes what is stored of people and no longer needed, batch after batch. Unfinished sign-ups are erased like on a privacy request,
 * with journal rows.
 */
@Injectable()
export class Retention {
  private readonly rows = new SweepRows('retention of sign-ups');
  private readonly applications = new SweepRows('retention of applications');

  constructor(
    private readonly dataSource: DataSource,
    private readonly erasePerson: ErasePerson,
    private readonly eraseApplication: EraseApplication,
    private readonly clock: Clock,
  ) {}

  /** Sign-ups count from the end of their retention on, whatever becomes of them. The erasure itself may come much later. */
  @Every('ends of retention')
  async decideCounts(): Promise<void> {
    await this.dataSource.query(
      `UPDATE trial_signups SET counts_as_person = true FROM ${TERMS}
        WHERE trial_signups.state = term.state AND last_seen_at < before AND erased_at IS NULL AND counts_as_person IS NULL`,
      this.terms,
    );
  }

  /** Erases sign-ups whose retention is over. */
  @Every('retention of sign-ups')
  async eraseUnfinished(): Promise<void> {
    await whileFull(BATCH, async () => {
      const due = await this.dataSource.query<{ id: string }[]>(
        `SELECT id FROM trial_signups JOIN ${TERMS} USING (state)
          WHERE erased_at IS NULL AND last_seen_at < before AND id <> ALL($3) LIMIT ${BATCH}`,
        [...this.terms, this.rows.backedOff()],
      );
      await this.rows.each(
        due.map(({ id }) => Number(id)),
        (id) => this.erasePerson.eraseUnfinished(id),
      );
      return due.length;
    });
  }

  @Measures(overdueSeconds)
  async overdueSeconds(): Promise<number> {
    const [row] = await this.dataSource.query<{ seconds: number | null }[]>(
      `SELECT max(extract(epoch FROM before - last_seen_at))::float8 AS seconds FROM ${TERMS}, LATERAL (
         SELECT last_seen_at FROM trial_signups
          WHERE state = term.state AND erased_at IS NULL ORDER BY last_seen_at LIMIT 1) AS oldest`,
      this.terms,
    );
    return Math.max(row?.seconds ?? 0, 0);
  }

  /** The parameters of `TERMS`. */
  private get terms(): [states: string[], before: Date[]] {
    const now = this.clock.now();
    const terms = TRIAL_STATES.flatMap((state) => {
      const { forgetAfterDays } = metaOf(state);
      return forgetAfterDays ? [{ state, before: daysAfter(now, -forgetAfterDays) }] : [];
    });
    return [terms.map(({ state }) => state), terms.map(({ before }) => before)];
  }

  /** A withdrawn application has no decision; its term begins with the form. */
  @Every('retention of applications')
  async eraseOldApplications(): Promise<void> {
    const before = daysAfter(this.clock.now(), -KEPT_DAYS.applications);
    await whileFull(BATCH, async () => {
      const due = await this.dataSource.query<{ id: string }[]>(
        `SELECT id FROM ambassador_applications
          WHERE state NOT IN (${sqlStates(ambassadorApplication, 'open')}) AND email <> '' AND coalesce(decided_at, created_at) < $1
            AND id <> ALL($2) LIMIT ${BATCH}`,
        [before, this.applications.backedOff()],
      );
      await this.applications.each(
        due.map(({ id }) => Number(id)),
        (id) => this.eraseApplication.execute(id, (tx) => deleteNotesAndMails(tx, ambassadorFlow.chart.id, id)),
      );
      return due.length;
    });
  }

  @Every('retention of trial requests')
  async deleteClosedRequests(): Promise<void> {
    const before = daysAfter(this.clock.now(), -KEPT_DAYS.requests);
    const deleteSome = () =>
      this.dataSource.transaction(async (tx) => {
        const due = await tx.query<{ id: string }[]>(
          `SELECT id FROM trial_requests WHERE closed_at < $1 LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
          [before],
        );
        await deleteRequests(
          tx,
          due.map(({ id }) => Number(id)),
        );
        return due.length;
      });
    await whileFull(BATCH, deleteSome);
  }

  @Every('retention of mail copies')
  async deleteOldMailCopies(): Promise<void> {
    const now = this.clock.now();
    await whileFull(MAIL_COPY_BATCH, async () => {
      const [, deleted] = await this.dataSource.query<[unknown, number]>(MAIL_COPIES, [
        daysAfter(now, -KEPT_DAYS.mailCopies),
        daysAfter(now, -1),
      ]);
      return deleted;
    });
  }
}
