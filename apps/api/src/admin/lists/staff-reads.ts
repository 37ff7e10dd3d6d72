import { maskEmail, maskPhone } from '@lampstand/contracts';
import { isMasked, type ListRead, type PageQuery, type Role } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import type { Sql } from '../../platform/database/sql.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { type ActingStaff, Audit } from '../auth/index.ts';
import type { PagedList } from './list.ts';
import { type Page, ReadPage } from './read-page.ts';

/** The page size of the back office's screens. More rows at once, or further pages, count as bulk reading. */
const SCREENFUL = 50;

/** Who reads which list, and the search. */
interface ListRequest {
  staff: ActingStaff;
  list: ListRead;
  q: string | undefined;
}

const LIMITS_OF = {
  support: { searches: 'searchesPerSupport', rows: 'listRowsPerSupport' },
  administrator: { searches: 'searchesPerAdministrator', rows: 'listRowsPerAdministrator' },
} as const;

/** Staff reading lists and pages of people: limited per account, audited, and masked for support. */
@Injectable()
export class StaffReads {
  constructor(
    private readonly limiter: Limiter,
    private readonly audit: Audit,
    private readonly readPage: ReadPage,
  ) {}

  /** One page of a list. Bulk reading is audited with its number of rows. */
  async page<Row extends PersonalRow>(
    request: ListRequest,
    list: PagedList,
    columns: Sql,
    query: PageQuery,
  ): Promise<Page<Row>> {
    const { id, role } = request.staff;
    const limit = LIMITS_OF[role].rows;
    await this.limiter.assertRemaining(limit, String(id));
    const read = () => this.readPage.execute<Row>(list, columns, query);
    const page = await this.search(request, read, ({ total }) => total);
    const rows = page.rows.length;
    await this.limiter.penalize(limit, String(id), rows);
    const entry = { ...auditEntryOf(request), action: 'list read', detail: { rows } } as const;
    if (rows > SCREENFUL) await this.audit.write(entry);
    else if (query.cursor) await this.audit.writeOnceAMinute(entry);
    return shownTo(role, page);
  }

  /** Records that a role without a mask looked at the page of a person, such as `trial:123`: once a minute. */
  async viewed({ id: accountId, role }: ActingStaff, subject: string): Promise<void> {
    if (!isMasked(role)) await this.audit.writeOnceAMinute({ accountId, action: 'person viewed', subject });
  }

  /** Any read that may have a search. The audit keeps the length of the search and the number of matches, never its text. */
  async search<Answer>(
    request: ListRequest,
    read: () => Promise<Answer>,
    countOf: (answer: Answer) => number,
  ): Promise<Answer> {
    const { staff, list, q = '' } = request;
    const { length } = q.trim();
    if (!length) return read();
    // The screen requests the funnel and the list together, which is one search.
    const key = list === 'funnel' ? `${staff.id}:funnel` : String(staff.id);
    await this.limiter.consume(LIMITS_OF[staff.role].searches, key);
    const answer = await read();
    const detail = { length, rows: countOf(answer) };
    await this.audit.writeOnceAMinute({ ...auditEntryOf(request), action: 'searched', detail });
    return answer;
  }
}

const auditEntryOf = ({ staff: { id }, list }: ListRequest) => ({
  accountId: id,
  subject: `list:${list}`,
});

/** The columns of a row that not every role sees. */
interface PersonalRow {
  id: number;
  email?: string;
  phone?: string;
  message?: string;
  whyInterested?: string | null;
}

const shownTo = <Row extends PersonalRow>(role: Role, page: Page<Row>): Page<Row> =>
  isMasked(role) ? { ...page, rows: page.rows.map(masked) } : page;

/** Of free text, a masked role sees only that it exists. */
function masked<Row extends PersonalRow>({ message, ...row }: Row): Row {
  return {
    ...row,
    ...(row.email && { email: maskEmail(row.email) }),
    ...(row.phone && { phone: maskPhone(row.phone) }),
    ...(message && { messageHidden: true }),
    ...(row.whyInterested && { whyInterested: null }),
  } as unknown as Row;
}
