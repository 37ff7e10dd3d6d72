import type { AuditQuery, AuditRow } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LONGEST_PAGE } from '../../pages.ts';

interface Found {
  rows: AuditRow[];
  total: number;
  next?: string;
}

/** Who did what, newest first; the cursor is the last id of the page before. */
@Injectable()
export class FindAudit {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ limit, cursor, action, subject, by }: AuditQuery): Promise<Found> {
    const size = Number(limit ?? LONGEST_PAGE);
    const filter = [action || null, subject || null, by?.trim().toLowerCase() || null];
    const [[{ total }], rows] = await Promise.all([
      this.dataSource.query<[{ total: string }]>(`SELECT count(*) AS total ${MATCHING}`, filter),
      this.dataSource.query<AuditRow[]>(
        `SELECT audit_log.id::float8 AS id, at, email AS "by", action, subject, detail,
                host(address) AS address, request_id AS "requestId"
           ${MATCHING} AND ($4::bigint IS NULL OR audit_log.id < $4) ORDER BY audit_log.id DESC LIMIT $5`,
        [...filter, cursor || null, size + 1],
      ),
    ]);
    const page = rows.slice(0, size);
    return { rows: page, total: Number(total), ...(rows.length > size && { next: String(page.at(-1)?.id) }) };
  }
}

const MATCHING = `FROM audit_log LEFT JOIN staff_accounts ON staff_accounts.id = account_id
  WHERE ($1::text IS NULL OR action = $1) AND ($2::text IS NULL OR subject = $2) AND ($3::text IS NULL OR email = $3)`;
