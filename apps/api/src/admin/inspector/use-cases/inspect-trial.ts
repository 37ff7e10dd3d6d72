import { maskPhone } from '@lampstand/contracts';
import {
  ADMIN_ERRORS,
  type CodeAttempt,
  type InspectedSubscription,
  type InspectedTrial,
} from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { formatLongDate } from '../../../platform/clock/instants.ts';
import { Settings } from '../../../platform/config/index.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { subscriptionFlow } from '../../../billing/index.ts';
import { TrialSignup, trialFlow } from '../../../trials/index.ts';
import { diagnose } from '../domain/diagnosis.ts';
import type { TrialFacts } from '../domain/facts.ts';
import { personOf } from '../domain/inspected-person.ts';
import { objection, offersFor } from '../domain/offers.ts';
import { timelineOf } from '../domain/timeline.ts';
import {
  accountOf,
  type AccountRow,
  codesOf,
  ofTheSameCard,
  relatedTo,
  subscriptionOf,
  type SubscriptionRow,
} from '../queries/beside-trial.ts';
import { type JournalRow, journalOf, mailsOf, staffNotesOf } from '../queries/journal.ts';

/** Everything about one sign-up, also about one that was erased: of that only states and dates. */
@Injectable()
export class InspectTrial {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async require(id: number): Promise<TrialSignup> {
    const trial = await this.dataSource.getRepository(TrialSignup).findOneBy({ id });
    if (!trial) throw new AppError(404, ADMIN_ERRORS.noSuchTrial);
    return trial;
  }

  /** The same for what only makes sense while the person is there. */
  async requireThere(id: number): Promise<TrialSignup> {
    const trial = await this.require(id);
    const why = objection('mark-contacted', repairable(trial));
    if (why) throw new AppError(409, why);
    return trial;
  }

  async execute(id: number, masked: boolean): Promise<InspectedTrial> {
    const trial = await this.require(id);
    const tx = this.dataSource.manager;
    const flow = trialFlow.chart.id;
    const now = this.clock.now();
    const [journal, billed, mails, notes, codes, account, subscription, related, sameCard] = await Promise.all([
      journalOf(tx, flow, id),
      journalOf(tx, subscriptionFlow.chart.id, id),
      mailsOf(tx, id),
      staffNotesOf(tx, flow, id),
      codesOf(tx, id, now),
      accountOf(tx, id),
      subscriptionOf(tx, id),
      trial.erasedAt ? [] : relatedTo(tx, trial),
      ofTheSameCard(tx, trial),
    ]);
    const erasureNeedsApproval = this.settings.ERASURE_APPROVAL === 'on';
    const facts = factsOf({ trial, now, journal, codes, account, subscription, erasureNeedsApproval });
    return {
      ...shownOf(trial, masked),
      stripe: {
        customerId: trial.stripeCustomerId,
        setupIntentId: trial.setupIntentId,
        subscriptionId: subscription?.id ?? null,
      },
      account: account ? { ...account, openedAt: iso(account.openedAt) } : null,
      subscription: subscription ? shownSubscription(subscription) : null,
      related,
      sameCard,
      diagnosis: diagnose(facts, (at) => formatLongDate(at, this.settings.ORG_TIME_ZONE)),
      codes: codes.map((code) => ({ ...code, phone: masked ? maskPhone(code.phone) : code.phone })),
      timeline: timelineOf(inOrder([...journal, ...billed]), mails, notes),
      repairs: offersFor({ ...repairable(trial), subscription }),
    };
  }
}

const repairable = ({ state, erasedAt, erasureAskedAt }: TrialSignup) => ({
  state,
  erased: erasedAt !== null,
  erasureAsked: erasureAskedAt !== null,
});

const shownSubscription = ({ id: _, state, ...row }: SubscriptionRow): InspectedSubscription => ({
  ...row,
  status: state,
  trialEndsAt: row.trialEndsAt.toISOString(),
  periodEndsAt: row.periodEndsAt.toISOString(),
  cancelAt: iso(row.cancelAt),
});

/** Two flows write one journal; its ids tell what came first. */
const inOrder = (rows: JournalRow[]): JournalRow[] => rows.toSorted((one, other) => Number(one.id) - Number(other.id));

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const shownOf = (trial: TrialSignup, masked: boolean) => ({
  id: trial.id,
  state: trial.state,
  createdAt: trial.createdAt.toISOString(),
  lastSeenAt: trial.lastSeenAt.toISOString(),
  person: personOf(trial, masked),
  church: trial.erasedAt ? NOWHERE : churchOf(trial),
  plan: trial.selectedPlan,
  card: trial.erasedAt ? null : trial.card,
  phoneVerifiedAt: iso(trial.phoneVerifiedAt),
  cardSavedAt: iso(trial.cardSavedAt),
  trialEndsAt: iso(trial.trialEndsAt),
  contactedAt: iso(trial.contactedAt),
  erasureAskedAt: iso(trial.erasureAskedAt),
  erasedAt: iso(trial.erasedAt),
  supersededBy: trial.supersededBy,
});

const churchOf = (trial: TrialSignup) => ({
  name: trial.churchName,
  ministry: trial.ministryName,
  city: trial.churchCity,
  state: trial.churchState,
  position: trial.position,
  size: trial.churchSize,
  howHeardAbout: trial.howHeardAbout,
  software: trial.churchSoftware,
});

const NOWHERE = {
  name: '',
  ministry: '',
  city: '',
  state: '',
  position: '',
  size: '',
  howHeardAbout: '',
  software: '',
};

interface Known {
  trial: TrialSignup;
  now: Date;
  journal: JournalRow[];
  codes: CodeAttempt[];
  account: AccountRow | undefined;
  subscription: SubscriptionRow | undefined;
  erasureNeedsApproval: boolean;
}

function factsOf({ trial, now, journal, codes, account, subscription, erasureNeedsApproval }: Known): TrialFacts {
  const { state, createdAt, erasedAt, erasureAskedAt, supersededBy, setupIntentAt, cardSavedAt } = trial;
  const moves = journal.filter(({ event, from, to }) => event && from !== to);
  return {
    state,
    now,
    createdAt,
    erasedAt,
    erasureAskedAt,
    erasureNeedsApproval,
    supersededBy,
    setupIntentAt,
    cardSavedAt,
    // Support may have made it longer.
    trialEndsAt: subscription?.trialEndsAt ?? trial.trialEndsAt,
    since: moves.at(-1)?.at ?? createdAt,
    checkoutOpen: trial.checkoutSessionId !== null,
    codes: codes.filter(({ phone }) => phone === trial.phone),
    journal: journal.map(({ event, note, at, detail }) => ({ name: event ?? note ?? '', at, detail })).reverse(),
    subscriptionStatus: subscription?.state ?? null,
    cancelAt: subscription?.cancelAt ?? null,
    accountStatus: account?.status ?? null,
  };
}
