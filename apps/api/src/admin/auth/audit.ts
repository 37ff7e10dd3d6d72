import type { AuditAction } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { queryPrepared } from '../../platform/database/queries.ts';
import { parseIp } from '../../platform/ip-address.ts';
import { currentRequest } from '../../platform/request-context.ts';

const INSERT = 'INSERT INTO audit_log (at, account_id, action, subject, detail, address, request_id)';
const ENTRY = '($1::timestamptz, $2::int, $3::text, $4::text, $5::jsonb, $6::inet, $7::text)';

/** An entry of the audit log; address and request id are those of the current request. */
interface AuditEvent {
  /** Null for an unknown visitor, and for a command on the server. */
  accountId: number | null;
  action: AuditAction;
  /** Such as `trial:123`. */
  subject?: string;
  /** Ids, counts and codes, never personal data. */
  detail?: Record<string, string | number | boolean | null>;
}

/** Appends to the audit log, which cannot be changed. HEAD requests are not recorded. */
@Injectable()
export class Audit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** With `tx` the entry is committed together with the act. Returns its id; undefined for a HEAD request. */
  async write(act: AuditEvent, tx: EntityManager = this.dataSource.manager): Promise<number | undefined> {
    if (currentRequest().headersOnly) return undefined;
    const returned = `${INSERT} VALUES ${ENTRY} RETURNING id::float8 AS id`;
    const [entry] = await tx.query<{ id: number }[]>(returned, this.valuesOf(act));
    return entry?.id;
  }

  /** For repeated acts, such as a search with each key: one entry per minute and subject. */
  async writeOnceAMinute(act: AuditEvent): Promise<void> {
    if (currentRequest().headersOnly) return;
    const values = this.valuesOf(act);
    await queryPrepared(
      this.dataSource.manager,
      `${INSERT} SELECT * FROM (VALUES ${ENTRY}) AS entry WHERE NOT EXISTS (
         SELECT FROM audit_log WHERE at > $8 AND account_id = $2 AND action = $3 AND subject = $4)`,
      [...values, minutesAfter(this.clock.now(), -1)],
    );
  }

  /** Whether the log has an entry of this account, action and subject after `since`. */
  async has({ accountId, action, subject }: AuditEvent, since: Date): Promise<boolean> {
    const found = await this.dataSource.query<unknown[]>(
      'SELECT FROM audit_log WHERE account_id = $1 AND action = $2 AND subject = $3 AND at > $4 LIMIT 1',
      [accountId, action, subject, since],
    );
    return found.length > 0;
  }

  private valuesOf({ accountId, action, subject, detail = {} }: AuditEvent): unknown[] {
    const { address, requestId } = currentRequest();
    return [this.clock.now(), accountId, action, subject ?? null, detail, parseIp(address), requestId];
  }
}
