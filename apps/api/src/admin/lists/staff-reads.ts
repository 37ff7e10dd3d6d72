import type { ListRead, PageQuery } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { Limiter } from '../../platform/limits/limiter.ts';
import { Audit } from '../session/audit.ts';
import type { ActingStaff } from '../session/needs.ts';
import type { List } from './list.ts';
import { type Page, ReadPage } from './read-page.ts';
import { type PersonalRow, shownTo } from './rows.ts';
import type { Sql } from './sql.ts';

/** As many rows as a screen of the back office asks for. More at once, or further pages, are reading in bulk. */
const SCREENFUL = 50;

/** Who reads which list, and what for. */
interface Asked {
  staff: ActingStaff;
  list: ListRead;
  q: string | undefined;
}

const LIMITS_OF = {
  support: { searches: 'searchesPerSupport', rows: 'listRowsPerSupport' },
  administrator: { searches: 'searchesPerAdministrator', rows: 'listRowsPerAdministrator' },
} as const;

/** What staff reads of many people: limited for each account, written into the audit, and masked for support. */
@Injectable()
export class StaffReads {
  constructor(
    private readonly limiter: Limiter,
    private readonly audit: Audit,
    private readonly readPage: ReadPage,
  ) {}

  /** One page of a list. Reading in bulk is in the audit with its number of rows. */
  async page<Row extends PersonalRow>(asked: Asked, list: List, columns: Sql, query: PageQuery): Promise<Page<Row>> {
    const { id, role } = asked.staff;
    const limit = LIMITS_OF[role].rows;
    await this.limiter.assertRemaining(limit, String(id));
    const read = () => this.readPage.execute<Row>(list, columns, query);
    const page = await this.search(asked, read, ({ total }) => total);
    const rows = page.rows.length;
    await this.limiter.penalize(limit, String(id), rows);
    const entry = { ...actOf(asked), action: 'list read', detail: { rows } } as const;
    if (rows > SCREENFUL) await this.audit.write(entry);
    else if (query.cursor) await this.audit.writeOnceAMinute(entry);
    return shownTo(role, page);
  }

  /** Whatever takes words. The audit has their length and how many rows they met, never the words. */
  async search<Answer>(asked: Asked, read: () => Promise<Answer>, rowsOf: (answer: Answer) => number): Promise<Answer> {
    const { staff, list, q = '' } = asked;
    const { length } = q.trim();
    if (!length) return read();
    // The screen asks for the funnel and the list at once: that is one search.
    const key = list === 'funnel' ? `${staff.id}:funnel` : String(staff.id);
    await this.limiter.consume(LIMITS_OF[staff.role].searches, key);
    const answer = await read();
    const detail = { length, rows: rowsOf(answer) };
    await this.audit.writeOnceAMinute({ ...actOf(asked), action: 'searched', detail });
    return answer;
  }
}

const actOf = ({ staff: { id, address }, list }: Asked) => ({ accountId: id, address, subject: `list:${list}` });
