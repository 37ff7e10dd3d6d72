import type { AuditAction } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { addressOf } from '../../platform/http/address.ts';
import { currentRequest } from '../../platform/request-context.ts';

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
    const { accountId, address, action, subject = null, detail = {} } = act;
    await tx.query(
      `INSERT INTO audit_log (at, account_id, action, subject, detail, address, request_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [this.clock.now(), accountId, action, subject, detail, addressOf(address), currentRequest().requestId],
    );
  }
}
