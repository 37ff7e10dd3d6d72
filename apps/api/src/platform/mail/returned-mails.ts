import { MAIL_KIND_NAMES, MAIL_KINDS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const TO_PERSON = MAIL_KIND_NAMES.filter((kind) => ['visitor', 'customer'].includes(MAIL_KINDS[kind].to));

/** SQL: the people to whose present address the last mail was refused, as `subject_id`, and when, as `returned_at`. */
export const RETURNED_MAILS = `
  SELECT subject_id, max(settled_at) FILTER (WHERE outcome = 'bounced') AS returned_at FROM sent_mails
   WHERE subject_id IN (SELECT subject_id FROM sent_mails WHERE outcome = 'bounced')
     AND split_part(key, ':', 1) IN (${TO_PERSON.map((kind) => `'${kind}'`).join(', ')})
   GROUP BY subject_id
  HAVING max(settled_at) FILTER (WHERE outcome = 'bounced') > coalesce(greatest(max(settled_at) FILTER (WHERE outcome = 'sent'),
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
