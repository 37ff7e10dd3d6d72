import { civilDay, maskEmail, maskPhone } from '@lampstand/contracts';
import {
  ADMIN_ERRORS,
  type AmbassadorAction,
  type AmbassadorDetail,
  type AmbassadorRow,
} from '@lampstand/contracts/back-office';
import { ambassadorApplication, hasTag, transition, transitionsOf } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import {
  AmbassadorApplication,
  type AmbassadorEventName,
  ambassadorFlow,
  DecideApplication,
} from '../../ambassadors/index.ts';
import { Today } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { IllegalTransition } from '../../workflow/index.ts';
import { journalOf, mailsOf, staffNotesOf, timelineOf } from '../inspector/timeline.ts';
import { Audit } from '../session/audit.ts';
import type { ActingStaff } from '../session/require-permission.ts';
import { businessDayAfter, businessDaysBetween, PROMISED_DAYS } from './business-days.ts';

/** A row of the list, without its business days. */
export type ListedApplication = Omit<AmbassadorRow, 'businessDays' | 'dueFrom' | 'dueBy'>;

/** Reading applications and deciding on them. */
@Injectable()
export class ReviewApplication {
  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(AmbassadorApplication) private readonly applications: Repository<AmbassadorApplication>,
    private readonly decide: DecideApplication,
    private readonly audit: Audit,
    private readonly today: Today,
    private readonly settings: Settings,
  ) {}

  async require(id: number): Promise<AmbassadorApplication> {
    const application = await this.applications.findOneBy({ id });
    if (!application) throw new AppError('notFound', ADMIN_ERRORS.noSuchApplication);
    return application;
  }

  async read(id: number, masked: boolean): Promise<AmbassadorDetail> {
    const application = await this.require(id);
    const flow = ambassadorFlow.chart.id;
    const tx = this.dataSource.manager;
    const [journal, mails, notes] = await Promise.all([
      journalOf(tx, flow, id),
      mailsOf(tx, id),
      staffNotesOf(tx, flow, id),
    ]);
    const { churchSize, yearsInMinistry, whyInterested } = application;
    return {
      ...this.withBusinessDays(rowOf(application, masked)),
      churchSize,
      yearsInMinistry,
      whyInterested: masked ? null : whyInterested,
      masked,
      actions: actionsIn(application.state),
      timeline: timelineOf(journal, mails, notes),
    };
  }

  /** The business days since the application, and its due dates; counting stops with the decision. */
  withBusinessDays(row: ListedApplication): AmbassadorRow {
    const submitted = civilDay(new Date(row.createdAt), this.settings.ORG_TIME_ZONE);
    const until = row.decidedAt ? civilDay(new Date(row.decidedAt), this.settings.ORG_TIME_ZONE) : this.today.day;
    return {
      ...row,
      businessDays: businessDaysBetween(submitted, until),
      dueFrom: businessDayAfter(submitted, PROMISED_DAYS.from),
      dueBy: businessDayAfter(submitted, PROMISED_DAYS.by),
    };
  }

  /** The same action again changes nothing; another one after the decision is a 409. */
  async act(id: number, action: AmbassadorAction, { id: accountId }: ActingStaff): Promise<{ success: true }> {
    if (isDone(action, (await this.require(id)).state)) return { success: true };
    const entry = { accountId, subject: `application:${id}`, detail: { action } };
    try {
      await this.decide.execute(id, EVENTS[action], (tx) => this.audit.write({ ...entry, action: 'decision' }, tx));
    } catch (error) {
      if (!(error instanceof IllegalTransition)) throw error;
      const { state } = await this.require(id);
      if (isDone(action, state)) return { success: true };
      throw new AppError(
        'conflict',
        hasTag(ambassadorApplication, state, 'new') ? ADMIN_ERRORS.reviewFirst : ADMIN_ERRORS.alreadyDecided,
      );
    }
    return { success: true };
  }
}

const rowOf = (application: AmbassadorApplication, masked: boolean): ListedApplication => ({
  id: application.id,
  state: application.state,
  createdAt: application.submittedAt.toISOString(),
  decidedAt: application.decidedAt?.toISOString() ?? null,
  firstName: application.firstName,
  lastName: application.lastName,
  email: masked ? maskEmail(application.email) : application.email,
  phone: phoneOf(application.phone, masked),
  position: application.position,
  churchName: application.churchName,
  churchCity: application.churchCity,
  churchState: application.churchState,
});

/** An erased application keeps ten zeros, because the column requires ten digits. */
function phoneOf(phone: string, masked: boolean): string {
  if (phone === '0000000000') return '';
  return masked ? maskPhone(phone) : phone;
}

const EVENTS: Record<AmbassadorAction, AmbassadorEventName> = {
  'start-review': 'review.started',
  approve: 'application.approved',
  decline: 'application.declined',
  withdraw: 'application.withdrawn',
};

/** Whether the application is already in the state the action leads to. */
const isDone = (action: AmbassadorAction, state: string): boolean =>
  transitionsOf(ambassadorApplication).some(({ event, to }) => event === EVENTS[action] && to === state);

/** The actions the chart allows. */
const actionsIn = (state: string): AmbassadorAction[] =>
  (Object.keys(EVENTS) as AmbassadorAction[]).filter((action) =>
    transition(ambassadorApplication, state, EVENTS[action]),
  );
