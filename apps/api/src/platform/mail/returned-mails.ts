import { MAIL_KIND_NAMES, MAIL_KINDS, type MailKindName } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../clock/clock.ts';
import { queryRows } from '../database/queries.ts';

const TO_PERSON = MAIL_KIND_NAMES.filter((kind) => ['visitor', 'customer'].includes(MAIL_KINDS[kind].to));
const IS_TO_PERSON = `split_part(key, ':', 1) IN (${TO_PERSON.map((kind) => `'${kind}'`).join(', ')})`;

/** SQL: the people to whose present address the last mail was refused, as `subject_id`, and when, as `returned_at`. */
export const RETURNED_MAILS = `
  SELECT * FROM (SELECT subject_id, max(settled_at) AS returned_at FROM sent_mails WHERE outcome = 'bounced' AND ${IS_TO_PERSON}
    GROUP BY subject_id) AS bounced
   WHERE returned_at > coalesce(greatest(
     (SELECT max(settled_at) FROM sent_mails AS sent WHERE sent.subject_id = bounced.subject_id AND outcome = 'sent' AND ${IS_TO_PERSON}),
     (SELECT max(at) FROM trial_corrections WHERE trial_id = subject_id AND field = 'email')), '-infinity')`;

/** Whether our mail reaches a person. */
@Injectable()
export class ReturnedMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Whether the last mail to the person's present address was refused. */
  async has(trialId: number): Promise<boolean> {
    const found = await this.dataSource.query(`SELECT 1 FROM (${RETURNED_MAILS}) AS returned WHERE subject_id = $1`, [
      trialId,
    ]);
    return found.length > 0;
  }

  /** The last mail to the person came back after it was sent. Returns its kind; undefined when that is known, or none was sent. */
  async markLast(tx: EntityManager, trialId: number): Promise<MailKindName | undefined> {
    const [marked] = await queryRows<{ kind: MailKindName }>(
      tx,
      `UPDATE sent_mails SET outcome = 'bounced', settled_at = $2
        WHERE NOT EXISTS (SELECT FROM (${RETURNED_MAILS}) AS returned WHERE subject_id = $1)
          AND key = (SELECT key FROM sent_mails WHERE subject_id = $1 AND outcome = 'sent' AND ${IS_TO_PERSON}
                      ORDER BY settled_at DESC LIMIT 1)
        RETURNING split_part(key, ':', 1) AS kind`,
      [trialId, this.clock.now()],
    );
    return marked?.kind;
  }
}
