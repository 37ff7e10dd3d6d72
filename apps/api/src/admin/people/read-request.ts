import { maskEmail, maskPhone } from '@lampstand/contracts';
import {
  ADMIN_ERRORS,
  isMasked,
  type RequestAnswer,
  type TimelineEntry,
  type TrialRequestDetail,
} from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { formatLongDate } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { instant } from '../../platform/database/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { requestMailSubject, TrialRequest } from '../../trial-requests/index.ts';
import { type ActingStaff, FactTags } from '../auth/index.ts';
import { actionsOn, mayAnswer, requestSubject, shownRequest } from '../work/index.ts';
import { REQUEST_NOTES } from './privacy/erase-forms.ts';
import { SamePerson } from './same-person.ts';
import { mailsOf, staffNotesOf, timelineOf } from './timeline.ts';

/** The page of one trial request. Its history is the audit log's. */
@Injectable()
export class ReadRequest {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly samePerson: SamePerson,
    private readonly clock: Clock,
    private readonly tags: FactTags,
  ) {}

  async require(id: number): Promise<TrialRequest> {
    const request = await this.dataSource.getRepository(TrialRequest).findOneBy({ id });
    if (!request) throw new AppError('notFound', ADMIN_ERRORS.noSuchRequest);
    return request;
  }

  async execute(id: number, staff: ActingStaff): Promise<TrialRequestDetail> {
    const request = await this.require(id);
    const tx = this.dataSource.manager;
    const masked = isMasked(staff.role);
    const [staffNames, answers, history, mails, notes, related] = await Promise.all([
      this.namesOf([request.ownerId, request.answeredBy]),
      this.answersTo(id),
      this.historyOf(request),
      mailsOf(tx, id),
      staffNotesOf(tx, REQUEST_NOTES, id),
      this.samePerson.recordsOf({ kind: 'request', ...request }, masked),
    ]);
    const shown = shownRequest(request);
    const { repeatKey: _key, ownerId, answeredBy, createdAt, answeredAt, closedAt, ...form } = request;
    return {
      ...form,
      email: masked ? maskEmail(request.email) : request.email,
      phone: masked ? maskPhone(request.phone) : request.phone,
      whyInterested: masked ? null : request.whyInterested,
      masked,
      standing: this.standingOf(request, staffNames),
      related,
      createdAt: createdAt.toISOString(),
      owner: staffNames.get(ownerId) ?? null,
      answeredAt: answeredAt?.toISOString() ?? null,
      answeredBy: staffNames.get(answeredBy) ?? null,
      closedAt: closedAt?.toISOString() ?? null,
      actions: actionsOn(request, staff, this.clock.now()),
      mayAnswer: mayAnswer(request, staff),
      seen: this.tags.of(shown.subject, shown.facts),
      subject: `Re: ${requestMailSubject(this.settings)}`,
      answers,
      timeline: inOrder([...history, ...timelineOf({ journal: [], mails, notes })]),
    };
  }

  private standingOf(request: TrialRequest, staffNames: Map<number | null, string>): string {
    const { state, createdAt, answeredAt, closedAt } = request;
    const day = (at: Date | null) => formatLongDate(at ?? createdAt, this.settings.ORG_TIME_ZONE);
    const owner = staffNames.get(request.ownerId);
    if (state === 'closed') return `Closed on ${day(closedAt)}.`;
    if (state === 'answered') return `Answered on ${day(answeredAt)} by ${staffNames.get(request.answeredBy)}.`;
    return `Sent on ${day(createdAt)}; ${owner ? `taken by ${owner}` : 'not taken yet'}.`;
  }

  private async namesOf(ids: (number | null)[]): Promise<Map<number | null, string>> {
    const rows = await this.dataSource.query<{ id: number; name: string }[]>(
      'SELECT id, name FROM staff_accounts WHERE id = ANY ($1)',
      [ids.filter((id) => id !== null)],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  private answersTo(requestId: number): Promise<RequestAnswer[]> {
    return this.dataSource.query(
      `SELECT answer.id::text AS id, ${instant('answer.at').literal} AS at, account.name AS by, answer.text,
              coalesce(mail.outcome, 'pending') AS outcome
         FROM trial_request_answers AS answer JOIN staff_accounts AS account ON account.id = answer.account_id
         LEFT JOIN sent_mails AS mail ON mail.key = 'trial-request-answer:' || answer.request_id || ':' || answer.id
        WHERE answer.request_id = $1 ORDER BY answer.at`,
      [requestId],
    );
  }

  private async historyOf({ id, createdAt }: TrialRequest): Promise<TimelineEntry[]> {
    const rows = await this.dataSource.query<
      { id: string; at: Date; by: string; action: string | null; requestId: string }[]
    >(
      `SELECT entry.id, entry.at, account.name AS by, entry.detail->>'action' AS action, entry.request_id AS "requestId"
         FROM audit_log AS entry JOIN staff_accounts AS account ON account.id = entry.account_id
        WHERE entry.subject = $1 AND entry.action IN ('request handled', 'revealed') ORDER BY entry.id`,
      [requestSubject(id)],
    );
    const sent = { id: 'sent', at: createdAt.toISOString(), kind: 'event', actor: 'visitor', detail: {} } as const;
    const handled = rows.map((row) => ({
      id: `audit-${row.id}`,
      at: row.at.toISOString(),
      ...(row.action === null
        ? { kind: 'note' as const, name: 'personal data revealed' }
        : { kind: 'event' as const, name: `request.${row.action}` }),
      actor: row.by,
      requestId: row.requestId,
      detail: {},
    }));
    return [{ ...sent, name: 'request.sent' }, ...handled];
  }
}

const inOrder = (entries: TimelineEntry[]): TimelineEntry[] => entries.toSorted((a, b) => a.at.localeCompare(b.at));
