import { MAIL_KIND_NAMES, MAIL_KINDS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

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
  constructor(private readonly dataSource: DataSource) {}

  /** Whether the last mail to the person's present address was refused. */
  async has(trialId: number): Promise<boolean> {
    const found = await this.dataSource.query(`SELECT 1 FROM (${RETURNED_MAILS}) AS returned WHERE subject_id = $1`, [
      trialId,
    ]);
    return found.length > 0;
  }
}
