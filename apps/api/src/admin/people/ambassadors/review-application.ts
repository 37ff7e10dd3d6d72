import { civilDay, longDate, maskEmail, maskPhone } from '@lampstand/contracts';
import {
  ADMIN_ERRORS,
  type AmbassadorAnswer,
  type AmbassadorDetail,
  type AmbassadorRow,
  type Decision,
  type DecisionBody,
  type DecisionMail,
  DECISIONS,
  type DecisionTaken,
} from '@lampstand/contracts/back-office';
import { ambassadorApplication, type AmbassadorState, hasTag } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Repository } from 'typeorm';
import {
  AmbassadorApplication,
  ambassadorFlow,
  DecideApplication,
  DECISION_SWEEP,
  originalWords,
  shownDecisionMail,
} from '../../../ambassadors/index.ts';
import { Today } from '../../../platform/clock/clock.ts';
import { Settings } from '../../../platform/config/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { IllegalTransition } from '../../../workflow/index.ts';
import { type ActingStaff, Audit, FactTags, type ShownRecord, StaffAccount } from '../../auth/index.ts';
import { businessDayAfter, businessDaysBetween, PROMISED_DAYS } from '../../work/index.ts';
import { SamePerson } from '../same-person.ts';
import { journalOf, type JournalRow, mailsOf, staffByRequest, staffNotesOf, timelineOf } from '../timeline.ts';

/** A row of the list, without its business days. */
export type ListedApplication = Omit<AmbassadorRow, 'businessDays' | 'dueBy'>;

/** Reading applications and deciding on them. */
@Injectable()
export class ReviewApplication {
  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(AmbassadorApplication) private readonly applications: Repository<AmbassadorApplication>,
    private readonly decide: DecideApplication,
    private readonly samePerson: SamePerson,
    private readonly audit: Audit,
    private readonly tags: FactTags,
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
    const [journal, mails, notes, staff, related] = await Promise.all([
      journalOf(tx, flow, id),
      mailsOf(tx, id),
      staffNotesOf(tx, flow, id),
      staffByRequest(tx, `application:${id}`),
      this.samePerson.recordsOf({ kind: 'application', ...application }, masked),
    ]);
    const { churchSize, yearsInMinistry, whyInterested } = application;
    const taken = await this.takenOf(application);
    if (taken?.by) staff.set(DECISION_SWEEP, taken.by);
    const row = this.withBusinessDays(rowOf(application, masked));
    return {
      ...row,
      churchSize,
      yearsInMinistry,
      whyInterested: masked ? null : whyInterested,
      masked,
      erased: application.email === '',
      standing: this.standingOf(application, row, journal),
      related,
      seen: this.tags.of(shownOf(application).subject, shownOf(application).facts),
      taken: taken && masked ? { ...taken, words: '' } : taken,
      mails:
        masked || application.pendingUntil || !hasTag(ambassadorApplication, application.state, 'open')
          ? null
          : await this.mailsFor(application),
      timeline: timelineOf({ journal, mails, notes, staff }),
    };
  }

  /** The tag of what the button to undo a decision shows. */
  private async seenAfter(
    id: number,
    pendingDecision: Decision,
    pendingUntil: Date,
    decidedBy: number,
  ): Promise<string> {
    const { subject, facts } = shownOf({ ...(await this.require(id)), pendingDecision, pendingUntil, decidedBy });
    return this.tags.of(subject, facts);
  }

  private standingOf({ state }: AmbassadorApplication, { createdAt, dueBy }: AmbassadorRow, journal: JournalRow[]) {
    const dayOf = (at: Date) => civilDay(at, this.settings.ORG_TIME_ZONE);
    const entered = journal.findLast(({ event, from, to }) => event && from !== to);
    const erased = journal.find(({ note }) => note === 'person erased');
    return applicationStanding({
      state,
      dueBy,
      today: this.today.day,
      since: dayOf(entered?.at ?? new Date(createdAt)),
      erasedOn: erased && dayOf(erased.at),
    });
  }

  /** The business days since the application, and by when it is due; counting stops with the decision. */
  withBusinessDays(row: ListedApplication): AmbassadorRow {
    const submitted = civilDay(new Date(row.createdAt), this.settings.ORG_TIME_ZONE);
    const until = row.decidedAt ? civilDay(new Date(row.decidedAt), this.settings.ORG_TIME_ZONE) : this.today.day;
    return {
      ...row,
      businessDays: businessDaysBetween(submitted, until),
      dueBy: businessDayAfter(submitted, PROMISED_DAYS.by),
    };
  }

  /**
   * The same decision again changes nothing. Throws a 409 with who decided when another one was taken, or the same one by
   * another member of staff; FactChanged when what was `seen` has changed.
   */
  async act(
    id: number,
    decision: Decision,
    { words = '' }: DecisionBody,
    { id: by }: ActingStaff,
    seen?: string,
  ): Promise<AmbassadorAnswer> {
    await this.require(id);
    const changed = words === originalWords(this.settings, decision) ? '' : words;
    try {
      const also = this.audited(id, by, { action: decision }, seen);
      const until = await this.decide.decide(id, { decision, words: changed, by }, also);
      return {
        success: true,
        ...(until && { undoUntil: until.toISOString(), seen: await this.seenAfter(id, decision, until, by) }),
      };
    } catch (error) {
      if (!(error instanceof IllegalTransition)) throw error;
      const application = await this.require(id);
      const own = application.decidedBy === null || application.decidedBy === by;
      if (own && application.state === DECIDED[decision]) return { success: true };
      throw new AppError('conflict', decidedText(await this.takenOf(application)));
    }
  }

  /** Takes back a pending decision. Throws a 409 once its time is over. */
  async undo(id: number, { id: by }: ActingStaff, seen?: string): Promise<AmbassadorAnswer> {
    await this.require(id);
    if (!(await this.decide.undo(id, this.audited(id, by, { action: 'undo' }, seen))))
      throw new AppError('conflict', ADMIN_ERRORS.tooLateToUndo);
    return { success: true };
  }

  /** In the transaction of the change, before the row is stored. */
  private audited(id: number, accountId: number, detail: Record<string, string>, seen: string | undefined) {
    const entry = { accountId, action: 'decision', subject: `application:${id}`, detail } as const;
    return async (tx: EntityManager) => {
      const before = await tx.findOneByOrFail(AmbassadorApplication, { id });
      await this.tags.requireUnchanged(tx, seen, shownOf(before));
      await this.audit.write(entry, tx);
    };
  }

  private async takenOf(application: AmbassadorApplication): Promise<DecisionTaken | null> {
    const { state, pendingDecision, pendingUntil, decidedBy, decisionWords } = application;
    const recorded = DECISIONS.find((each) => state === DECIDED[each]);
    const decision = pendingDecision ?? recorded;
    if (!decision) return null;
    const staff =
      decidedBy === null ? null : await this.dataSource.getRepository(StaffAccount).findOneBy({ id: decidedBy });
    return {
      decision,
      by: staff?.name ?? null,
      words: decisionWords,
      ...(pendingUntil && { undoUntil: pendingUntil.toISOString() }),
    };
  }

  private async mailsFor(application: AmbassadorApplication): Promise<Record<Decision, DecisionMail>> {
    const [approve, decline] = await Promise.all(
      DECISIONS.map((decision) => shownDecisionMail(this.settings, decision, application)),
    );
    return { approve: approve!, decline: decline! };
  }
}

/** What the dialogs and the button to undo show. */
const shownOf = ({ id, state, pendingDecision, pendingUntil, decidedBy }: AmbassadorApplication) =>
  ({
    subject: `application:${id}`,
    facts: { decision: [pendingDecision, pendingUntil, decidedBy], state },
    changed: { decision: 'The decision was changed', state: 'The state of the application was changed' },
    actions: ['decision'],
  }) satisfies ShownRecord;

const decidedText = (taken: DecisionTaken | null): string =>
  taken?.by
    ? `This application is decided already: ${taken.decision === 'approve' ? 'approved' : 'declined'} by ${taken.by}.`
    : ADMIN_ERRORS.alreadyDecided;

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

/** The states to which the decisions lead. */
const DECIDED = { approve: 'approved', decline: 'declined' } as const satisfies Record<Decision, AmbassadorState>;

interface Facts extends Pick<AmbassadorRow, 'dueBy'> {
  /** The days on which it entered its state, and on which it was erased. */
  since: string;
  erasedOn?: string | undefined;
  state: AmbassadorState;
  today: string;
}

/** Where an application stands, in one sentence with its date. Days are civil days. */
const applicationStanding = (facts: Facts): string =>
  facts.erasedOn ? `Erased on ${longDate(facts.erasedOn)}.` : SENTENCES[facts.state](facts);

const promised = ({ dueBy, today }: Facts): string =>
  `an answer ${today > dueBy ? 'was' : 'is'} promised by ${longDate(dueBy)}.`;

const SENTENCES: Record<AmbassadorState, (facts: Facts) => string> = {
  draft: () => 'Not sent yet.',
  submitted: (facts) => `Submitted on ${longDate(facts.since)}; ${promised(facts)}`,
  approved: ({ since }) => `Approved on ${longDate(since)}.`,
  declined: ({ since }) => `Declined on ${longDate(since)}.`,
  withdrawn: ({ since }) => `Withdrawn on ${longDate(since)}.`,
};
