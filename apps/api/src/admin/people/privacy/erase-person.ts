import {
  ADMIN_ERRORS,
  type ErasurePreview,
  type ErasureScope,
  type PrivacyKind,
  type PrivacyRecord,
  isMasked,
  type SupportActionAnswer,
  type Role,
} from '@lampstand/contracts/back-office';
import { sqlStates, subscriptionLife } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { minutesAfter } from '../../../platform/clock/instants.ts';
import { AppError } from '../../../platform/errors.ts';
import { Every, OnJob } from '../../../platform/jobs/decorators.ts';
import { type Job, Jobs } from '../../../platform/jobs/jobs.ts';
import { SweepRows } from '../../../platform/jobs/sweep-rows.ts';
import { EraseTrial, trialFlow, type TrialSignup } from '../../../trials/index.ts';
import type { ActingStaff } from '../../auth/index.ts';
import { forgetSearches } from '../../lists/index.ts';
import { NEEDS_ADMINISTRATOR } from '../../work/index.ts';
import { chosenOf, type OwnRecords, ownRecordsOf } from '../person-records.ts';
import { SamePerson } from '../same-person.ts';
import { deleteNotesAndMails, EraseForms } from './erase-forms.ts';

/** The message by who has to approve. */
const ERASURE_REQUESTED: Record<ErasureApproval, string> = {
  none: 'The person is erased in ten minutes, or when another member of the team approves. Until then it can be undone.',
  administrator: 'The person is erased when an administrator approves. Until then it can be undone.',
};
const ERASURE_REQUESTED_BEFORE = 'The erasure was requested already.';
const ERASED = 'The person is being erased.';
const ERASED_BEFORE = 'The person was erased already.';

/** The queues: a person with the other records of the erasure, and a single sign-up. */
const PERSON_SEARCH = 'erasePerson';
const SIGN_UP = 'eraseSignUp';

/** The approval that an erasure needs: none, or that of an administrator. */
export type ErasureApproval = ErasurePreview['approval'];

/** How long an erasure that needs no approval can be undone. */
const UNDO_MINUTES = 10;
const BATCH = 50;

/**
 * Erases a person with a sign-up. A request waits for a second member of staff or for ten minutes, and can be undone until
 * then; one of support about an opened account waits for an administrator. The erasure begins in one transaction, after
 * which the sign-up's links are 404s. Jobs do the rest; every step may be repeated, so a crash loses nothing.
 */
@Injectable()
export class ErasePerson {
  private readonly rows = new SweepRows('erasures');

  constructor(
    private readonly dataSource: DataSource,
    private readonly eraseTrial: EraseTrial,
    private readonly eraseForms: EraseForms,
    private readonly samePerson: SamePerson,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /**
   * What an erasure includes, what may be chosen beside that, and who has to approve it when `staff` requests it. Undefined without
   * such a sign-up.
   */
  async preview(trialId: number, { role }: ActingStaff): Promise<Omit<ErasurePreview, 'seen'> | undefined> {
    const trial = await this.eraseTrial.find(trialId);
    if (!trial || trial.erasedAt) return undefined;
    const tx = this.dataSource.manager;
    const records = await ownRecordsOf(tx, { signup: trialId });
    return {
      ...(await scopeOf(tx, trialId, stillChosen(records, trial))),
      unproven: trial.erasureRequestedAt ? [] : await this.samePerson.shown(records.unproven, isMasked(role)),
      approval: this.approvalFor(trial, role),
    };
  }

  /** Whose approval the pending erasure of a sign-up needs. */
  async approvalOf({ id }: TrialSignup): Promise<ErasureApproval> {
    const [row] = await this.dataSource.query<[{ needed: boolean }?]>(
      `SELECT ${NEEDS_ADMINISTRATOR} AS needed FROM trial_signups WHERE id = $1`,
      [id],
    );
    return row?.needed ? 'administrator' : 'none';
  }

  private approvalFor(trial: TrialSignup, role: Role): ErasureApproval {
    return role === 'support' && trial.is('opened') ? 'administrator' : 'none';
  }

  /** Requests the erasure of a person. `also` are the ids of unproven records that staff chose; a 409 when one is none to choose. */
  async request(
    trialId: number,
    also: number[],
    { id: by, role }: ActingStaff,
    requireUnchanged: (tx: EntityManager) => Promise<void>,
  ): Promise<SupportActionAnswer> {
    const trial = await this.eraseTrial.find(trialId);
    if (!trial || trial.erasedAt) return { success: true, message: ERASED_BEFORE, repeated: true };
    const tx = this.dataSource.manager;
    const records = await ownRecordsOf(tx, { signup: trialId });
    const erased = await scopeOf(tx, trialId, [...records.own, ...chosenOf(records, also)]);
    const approval = this.approvalFor(trial, role);
    const check = async (tx: EntityManager) => {
      await requireUnchanged(tx);
      if (approval !== 'none') await this.jobs.enqueue(tx, 'sendErasureRequested', trialId);
    };
    if (await this.eraseTrial.request(trialId, by, also, check))
      return { success: true, message: ERASURE_REQUESTED[approval], erased };
    return { success: true, message: ERASURE_REQUESTED_BEFORE, repeated: true };
  }

  /**
   * Approval by a second member of staff. Throws a 409 when no erasure is pending, for the account that requested it, and
   * for support where an administrator has to approve.
   */
  async approve(
    trialId: number,
    staff: ActingStaff,
    requireUnchanged: (tx: EntityManager) => Promise<void>,
  ): Promise<SupportActionAnswer> {
    const trial = await this.eraseTrial.find(trialId);
    if (trial?.erasedAt) return { success: true, message: ERASED_BEFORE, repeated: true };
    if (!trial?.erasureRequestedAt) throw new AppError('conflict', ADMIN_ERRORS.noErasureWaits);
    const why = whyNotToApprove(trial, await this.approvalOf(trial), staff);
    if (why) throw new AppError('conflict', why);
    return this.begin(trialId, requireUnchanged);
  }

  undo(trialId: number, by: number, requireUnchanged: (tx: EntityManager) => Promise<void>): Promise<boolean> {
    return this.eraseTrial.undo(trialId, by, requireUnchanged);
  }

  /** Checks again, under the row lock, that the request was not undone. */
  private async begin(
    trialId: number,
    requireUnchanged?: (tx: EntityManager) => Promise<void>,
  ): Promise<SupportActionAnswer> {
    let erased: ErasureScope | undefined;
    const begun = await this.eraseTrial.begin(trialId, PERSON_SEARCH, async (tx, trial) => {
      if (!trial.erasureRequestedAt) throw new AppError('conflict', ADMIN_ERRORS.noErasureWaits);
      await requireUnchanged?.(tx);
      const records = stillChosen(await ownRecordsOf(tx, { signup: trialId }), trial);
      trial.erasureRecords = records.map(({ id }) => id);
      erased = await scopeOf(tx, trialId, records);
    });
    if (!begun) return { success: true, message: ERASED_BEFORE, repeated: true };
    return { success: true, message: ERASED, ...(erased && { erased }) };
  }

  /** Begins the erasures whose time to undo is over. */
  @Every('erasures')
  async beginDue(): Promise<void> {
    const due = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM trial_signups WHERE erasure_requested_at <= $1 AND erased_at IS NULL
          AND NOT ${NEEDS_ADMINISTRATOR} AND NOT id = ANY ($2) ORDER BY erasure_requested_at LIMIT ${BATCH}`,
      [minutesAfter(this.clock.now(), -UNDO_MINUTES), this.rows.backedOff()],
    );
    await this.rows.each(
      due.map(({ id }) => Number(id)),
      (id) => this.begin(id).catch(ignoreUndone),
    );
  }

  /** Erases one unfinished sign-up, at the end of its retention period. */
  async eraseUnfinished(trialId: number): Promise<void> {
    await this.eraseTrial.begin(trialId, SIGN_UP);
  }

  /** The records were listed when the erasure began, so a repeated job finds the rest. The sign-up's own row comes last. */
  @OnJob('erasePerson')
  async erasePerson(job: Job): Promise<void> {
    const trial = await this.eraseTrial.find(job.subjectId);
    if (!trial?.email) return;
    await this.eraseForms.execute(trial.erasureRecords);
    for (const id of trial.erasureRecords) await this.eraseTrial.begin(id, SIGN_UP);
    await this.finish(trial, job);
  }

  @OnJob('eraseSignUp')
  async eraseSignUp(job: Job): Promise<void> {
    const trial = await this.eraseTrial.find(job.subjectId);
    if (trial) await this.finish(trial, job);
  }

  private finish(trial: TrialSignup, { id: jobId }: Job): Promise<void> {
    const { firstName, lastName, email, churchName, phone } = trial;
    return this.eraseTrial.finish(trial, jobId, async (tx, previous) => {
      await deleteNotesAndMails(tx, trialFlow.chart.id, trial.id);
      for (const digits of [phone, ...previous.phone])
        await forgetSearches(tx, [firstName, lastName, email, churchName, ...previous.email], digits);
    });
  }
}

/** The records that an erasure takes: those proven to be the person's, and of those chosen with its request the ones still to choose. */
const stillChosen = ({ own, unproven }: OwnRecords, { erasureRecords }: TrialSignup): PrivacyRecord[] => [
  ...own,
  ...unproven.filter(({ id }) => erasureRecords.includes(id)),
];

/** The records by kind, and what ends with the sign-up. */
async function scopeOf(tx: EntityManager, trialId: number, records: PrivacyRecord[]): Promise<ErasureScope> {
  const count = (counted: PrivacyKind) => records.filter(({ kind }) => kind === counted).length;
  const [ends] = await tx.query<[{ accounts: number; subscriptions: number }]>(
    `SELECT (SELECT count(*)::int FROM users WHERE trial_id = $1 AND status = 'active') AS accounts,
            (SELECT count(*)::int FROM subscriptions
              WHERE id = $1 AND state NOT IN (${sqlStates(subscriptionLife, 'ended')})) AS subscriptions`,
    [trialId],
  );
  return {
    signups: count('signup'),
    ...ends,
    applications: count('application'),
    trialRequests: count('request'),
    newsletterSubscriptions: count('reader'),
  };
}

function ignoreUndone(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

/** Why a member of staff cannot approve a requested erasure; undefined if they can. */
export function whyNotToApprove(
  { erasureRequestedBy }: TrialSignup,
  approval: ErasureApproval,
  { id, role }: ActingStaff,
): string | undefined {
  if (erasureRequestedBy === id) return ADMIN_ERRORS.secondPerson;
  return role === 'support' && approval === 'administrator' ? ADMIN_ERRORS.administratorApproves : undefined;
}
