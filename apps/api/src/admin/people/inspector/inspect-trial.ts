import {
  byField,
  CHURCH_FIELDS,
  masked as maskedValue,
  maskEmail,
  maskPhone,
  PERSON_FIELDS,
  type PersonField,
  SIGN_UP_FIELD_NAMES,
  SIGN_UP_FIELDS,
  type SignUpDetails,
} from '@lampstand/contracts';
import {
  ADMIN_ERRORS,
  type ContactProof,
  type InspectedPerson,
  type InspectedSubscription,
  type InspectedTrial,
  isMasked,
} from '@lampstand/contracts/back-office';
import { hasTag, subscriptionLife } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Agreements, Consents, subscriptionFlow } from '../../../billing/index.ts';
import { Clock } from '../../../platform/clock/clock.ts';
import { formatLongDate } from '../../../platform/clock/instants.ts';
import { Settings } from '../../../platform/config/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { proofOf, trialFlow, TrialSignup } from '../../../trials/index.ts';
import { Workflow } from '../../../workflow/index.ts';
import { HangingWork } from '../../work/index.ts';
import { diagnose } from '../diagnosis/diagnosis.ts';
import { factsOf } from '../diagnosis/facts.ts';
import { standingOf } from '../diagnosis/standing.ts';
import { ErasePerson } from '../privacy/erase-person.ts';
import { ownRecordsOf } from '../person-records.ts';
import type { ActingStaff } from '../../auth/index.ts';
import { SamePerson } from '../same-person.ts';
import { trialEndRange } from '../trial-end-range.ts';
import { type ActionTarget, SupportActions } from '../support-actions/support-actions.ts';
import {
  correctionsOf,
  journalOf,
  type JournalRow,
  mailsOf,
  staffByRequest,
  staffNotesOf,
  timelineOf,
} from '../timeline.ts';
import { accountOf, type AccountRow, codesOf, subscriptionOf, type SubscriptionRow } from './related-records.ts';

/** Everything about one sign-up; of an erased one only states, dates and counts. */
@Injectable()
export class InspectTrial {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workflow: Workflow,
    private readonly consents: Consents,
    private readonly agreements: Agreements,
    private readonly erasePerson: ErasePerson,
    private readonly samePerson: SamePerson,
    private readonly supportActions: SupportActions,
    private readonly hangingWork: HangingWork,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** Also an erased one. Throws UnknownState for one that a newer server wrote. */
  async require(trialId: number): Promise<TrialSignup> {
    const trial = await this.workflow.find(trialFlow, { id: trialId });
    if (!trial) throw new AppError('notFound', ADMIN_ERRORS.noSuchTrial);
    return trial;
  }

  /** Throws a 409 if the person was erased. */
  async requireNotErased(trialId: number): Promise<TrialSignup> {
    const trial = await this.require(trialId);
    if (trial.erasedAt) throw new AppError('conflict', ADMIN_ERRORS.erased);
    return trial;
  }

  /** What decides which support actions are available, and what their dialogs show. */
  async targetOf(trialId: number, tx = this.dataSource.manager): Promise<ActionTarget> {
    const trial = await tx.findOneByOrFail(TrialSignup, { id: trialId });
    const subscription = await subscriptionOf(tx, trialId);
    const account = await accountOf(tx, trialId);
    const records = await ownRecordsOf(tx, { signup: trialId });
    return { trial, subscription, account, records };
  }

  async execute(trialId: number, reader: ActingStaff, isRevealed: boolean): Promise<InspectedTrial> {
    const masked = isMasked(reader.role) && !isRevealed;
    const trial = await this.require(trialId);
    const tx = this.dataSource.manager;
    const flow = trialFlow.chart.id;
    const now = this.clock.now();
    const [
      journal,
      billed,
      mails,
      notes,
      codes,
      account,
      subscription,
      related,
      sameCard,
      receipt,
      agreements,
      staff,
      corrections,
      erasureApproval,
      waiting,
    ] = await Promise.all([
      journalOf(tx, flow, trialId),
      journalOf(tx, subscriptionFlow.chart.id, trialId),
      mailsOf(tx, trialId),
      staffNotesOf(tx, flow, trialId),
      codesOf(tx, trialId, now),
      accountOf(tx, trialId),
      subscriptionOf(tx, trialId),
      trial.erasedAt ? [] : this.samePerson.recordsOf({ kind: 'signup', ...trial }, masked),
      this.samePerson.ofTheSameCard(trial),
      this.consents.receiptOf(trialId),
      this.agreements.of(trialId),
      staffByRequest(tx, `trial:${trialId}`),
      masked ? [] : correctionsOf(tx, trialId),
      this.erasePerson.approvalOf(trial),
      this.hangingWork.of(trialId),
    ]);
    const facts = factsOf({ trial, now, journal, billed, codes, account, subscription, erasureApproval });
    const zone = this.settings.ORG_TIME_ZONE;
    const day = (at: Date) => formatLongDate(at, zone);
    const range =
      subscription && hasTag(subscriptionLife, subscription.state, 'inTrial')
        ? trialEndRange({ ...subscription, agreed: receipt?.firstChargeOn, now, zone })
        : null;
    return {
      ...shownOf(trial, masked),
      stripe: {
        customerId: trial.stripeCustomerId,
        setupIntentId: trial.setupIntentId,
        subscriptionId: subscription?.id ?? null,
      },
      providerPages: { stripe: this.settings.stripeDashboard, verifyLog: this.settings.twilioVerifyLog },
      account: account ? { id: account.id, status: account.status, openedAt: iso(account.openedAt) } : null,
      newContact: newContactOf(account, masked),
      receiptsEmail: receiptsEmailOf(account, masked),
      emailClaim: account?.emailClaimedAt
        ? { at: account.emailClaimedAt.toISOString(), provenAt: iso(trial.emailProvenAt) }
        : null,
      subscription: subscription ? { ...shownSubscription(subscription, masked), trialEndRange: range } : null,
      receipt: receipt ?? null,
      agreements,
      related,
      sameCard,
      standing: standingOf(facts, day),
      waiting,
      diagnosis: diagnose(facts, day),
      codes: codes.map((code) => ({ ...code, phone: masked ? maskPhone(code.phone) : code.phone })),
      codeSent: facts.codes.length > 0,
      timeline: timelineOf({ journal: inOrder([...journal, ...billed]), mails, notes, staff, corrections }),
      supportActions: this.supportActions.offersFor(
        { trial, subscription, account, approval: { by: erasureApproval, reader } },
        reader.role,
      ),
    };
  }
}

const shownSubscription = (
  { id: _, state, owed: __, ...row }: SubscriptionRow,
  masked: boolean,
): Omit<InspectedSubscription, 'trialEndRange'> => ({
  ...row,
  status: state,
  // The page of an invoice and its PDF show the email, and open for everyone with their links.
  payments: masked ? row.payments.map((payment) => ({ ...payment, url: null, pdfUrl: null })) : row.payments,
  trialEndsAt: row.trialEndsAt.toISOString(),
  periodEndsAt: row.periodEndsAt.toISOString(),
  cancelAt: iso(row.cancelAt),
});

/** Two workflows write one journal; its ids give the order. */
const inOrder = (rows: JournalRow[]): JournalRow[] => rows.toSorted((one, other) => Number(one.id) - Number(other.id));

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const shownOf = (trial: TrialSignup, masked: boolean) => ({
  id: trial.id,
  state: trial.state,
  createdAt: trial.createdAt.toISOString(),
  lastSeenAt: trial.lastSeenAt.toISOString(),
  person: personOf(trial, masked),
  church: churchOf(trial.erasedAt ? BLANK : trial),
  plan: trial.selectedPlan,
  card: trial.erasedAt ? null : trial.card,
  proven: { phone: shownProof(trial, 'phone'), email: shownProof(trial, 'email') },
  cardSavedAt: iso(trial.cardSavedAt),
  trialEndsAt: iso(trial.trialEndsAt),
  contactedAt: iso(trial.contactedAt),
  erasureRequestedAt: iso(trial.erasureRequestedAt),
  erasedAt: iso(trial.erasedAt),
  supersededBy: trial.supersededBy,
});

const shownProof = (trial: TrialSignup, field: 'phone' | 'email'): ContactProof | null => {
  const { provenAt, provenBy } = proofOf(trial, field);
  return provenAt && provenBy && { at: provenAt.toISOString(), by: provenBy };
};

const newContactOf = (account: AccountRow | undefined, masked: boolean): InspectedTrial['newContact'] => {
  const shown = (name: 'email' | 'phone', value: string | null = null) =>
    value && masked ? maskedValue(name, value) : value;
  return {
    email: shown('email', account?.newEmail),
    emailProven: Boolean(account?.newEmailProvenAt),
    emailFrom: iso(account?.newEmailFrom ?? null),
    phone: shown('phone', account?.newPhone),
  };
};

const receiptsEmailOf = (account: AccountRow | undefined, masked: boolean): InspectedTrial['receiptsEmail'] =>
  account?.receiptsEmail
    ? {
        email: masked ? maskEmail(account.receiptsEmail) : account.receiptsEmail,
        isConfirmed: account.receiptsEmailProvenAt !== null,
      }
    : null;

const BLANK: SignUpDetails = byField(SIGN_UP_FIELD_NAMES, () => '');

const churchOf = (trial: SignUpDetails) =>
  Object.fromEntries(
    CHURCH_FIELDS.map((name) => [SIGN_UP_FIELDS[name].church, trial[name]]),
  ) as InspectedTrial['church'];

/** The person behind a sign-up. Support sees it masked until it is revealed. */
export function personOf(trial: TrialSignup, masked: boolean): InspectedPerson {
  const valueOf = (name: PersonField) => {
    if (trial.erasedAt) return maskedValue(name, '') === null ? null : '';
    return masked ? maskedValue(name, trial[name]) : trial[name];
  };
  return { masked, ...byField(PERSON_FIELDS, valueOf) } as InspectedPerson;
}
