import type { AuditAction } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { parseIp } from '../../platform/http/ip-address.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { currentRequest } from '../../platform/request-context.ts';

const INSERT = 'INSERT INTO audit_log (at, account_id, action, subject, detail, address, request_id)';
const ENTRY = '($1::timestamptz, $2::int, $3::text, $4::text, $5::jsonb, $6::inet, $7::text)';

/** What staff did: signed in, looked, revealed, exported, repaired, decided. */
export interface AuditedAct {
  /** Null for a stranger, and for a command on the server. */
  accountId: number | null;
  address: string | null;
  action: AuditAction;
  /** Such as `trial:123`. */
  subject?: string;
  /** Ids, counts and codes, never personal data. */
  detail?: Record<string, string | number | boolean | null>;
}

/** Adds to the audit; nothing can be changed or removed there. */
@Injectable()
export class Audit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** With `tx` the entry exists exactly when what it tells of does. */
  async write(act: AuditedAct, tx: EntityManager = this.dataSource.manager): Promise<void> {
    await tx.query(`${INSERT} VALUES ${ENTRY}`, this.valuesOf(act));
  }

  /** For what is done again and again, such as a search that goes on with each key: one entry a minute and subject. */
  async writeOnceAMinute(act: AuditedAct): Promise<void> {
    const values = this.valuesOf(act);
    await this.dataSource.query(
      `${INSERT} SELECT * FROM (VALUES ${ENTRY}) AS entry WHERE NOT EXISTS (
         SELECT FROM audit_log WHERE at > $8 AND account_id = $2 AND action = $3 AND subject = $4)`,
      [...values, minutesAfter(this.clock.now(), -1)],
    );
  }

  private valuesOf({ accountId, address, action, subject, detail = {} }: AuditedAct): unknown[] {
    return [this.clock.now(), accountId, action, subject ?? null, detail, parseIp(address), currentRequest().requestId];
  }
}
