import { type Agreement, cardEnding, civilDay, dollars, longDate, planLabel, TIER_IDS } from '@lampstand/contracts';
import { statesTagged, subscriptionLife } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, Not, Repository } from 'typeorm';
import { formatLongDate } from '../platform/clock/instants.ts';
import { Settings } from '../platform/config/index.ts';
import { Consent } from './billing.entities.ts';

type Detail = Record<string, string | number | null>;
type Day = (instant: Date) => string;

/** What the journal says of money: a sentence for each note or event. */
const SENTENCES: Record<string, (detail: Detail, day: Day) => string> = {
  'plan changed': ({ from, to, monthlyInCents }) =>
    `The plan was changed from ${nameOf(from)} to ${nameOf(to)}, ${monthly(monthlyInCents)}.`,
  'price changed': ({ from, to }) => `The price was changed from ${monthly(from)} to ${monthly(to)}.`,
  'next charge changed': ({ from, to }) =>
    `The next payment was changed from ${dollars(Number(from))} to ${dollars(Number(to))}.`,
  'trial end moved': ({ from, to }, day) =>
    `The end of the free trial was moved from ${day(new Date(String(from)))} to ${day(new Date(String(to)))}.`,
  'cancel requested': ({ ends }, day) => `The plan was canceled, to end on ${day(new Date(String(ends)))}.`,
  'cancel undone': () => 'The cancellation was undone.',
  'card changed': () => 'Another card was stored to pay for the plan.',
  'card gone': () => 'The card was removed.',
  'upgrade accepted': ({ plan }) => `For the months from the next one on, ${nameOf(plan)} was accepted.`,
  'payments paused': ({ until }, day) =>
    `The payments were paused${until ? ` until ${day(new Date(String(until)))}` : ''}.`,
  'payments resumed': () => 'The payments went on.',
  'plan started again': ({ plan, monthlyInCents }) =>
    `A new subscription began, and the account was opened again: ${nameOf(plan)}, ${monthly(monthlyInCents)}.`,
  refunded: ({ invoice, from, to }) => {
    const change = Number(to) - Number(from);
    return change > 0
      ? `${dollars(change)} of invoice ${invoice} was refunded.`
      : `The bank sent back a refund of ${dollars(-change)} of invoice ${invoice}.`;
  },
  ended: () => 'The subscription ended. Nothing is charged after that.',
};

const nameOf = (plan: Detail[string] | undefined): string => {
  const tier = TIER_IDS.find((id) => id === plan);
  return tier ? `the ${planLabel(tier)}` : 'another plan';
};
const monthly = (cents: Detail[string] | undefined): string => `${dollars(Number(cents))} a month`;

/** All that was agreed about a subscription, and what was changed since, each with its day. */
@Injectable()
export class Agreements {
  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(Consent) private readonly consents: Repository<Consent>,
    private readonly settings: Settings,
  ) {}

  /** Oldest first. */
  async of(trialId: number): Promise<Agreement[]> {
    const [consents, facts] = await Promise.all([
      this.consents.find({ where: { trialId, card: Not(IsNull()) }, order: { id: 'ASC' } }),
      this.dataSource.query<{ at: Date; name: string; detail: Detail }[]>(
        `SELECT at, coalesce(note, 'ended') AS name, detail FROM workflow_journal
          WHERE flow = $1 AND subject_id = $2 AND (note = ANY($3) OR to_state = ANY($4) AND from_state <> to_state)
          ORDER BY at, id`,
        [subscriptionLife.id, trialId, Object.keys(SENTENCES), statesTagged(subscriptionLife, 'ended')],
      ),
    ]);
    const entries = [
      ...consents.map((consent) => this.entry(consent.agreedAt, this.agreed(consent), consent)),
      ...facts.map(({ at, name, detail }) => this.entry(at, SENTENCES[name]!(detail ?? {}, this.day))),
    ];
    return entries.toSorted((one, other) => one.at.localeCompare(other.at));
  }

  private readonly day: Day = (at) => formatLongDate(at, this.settings.ORG_TIME_ZONE);

  private entry(at: Date, what: string, consent?: Consent): Agreement {
    const text = consent ? { words: consent.text, version: consent.version } : null;
    return { at: at.toISOString(), day: longDate(civilDay(at, this.settings.ORG_TIME_ZONE)), what, text };
  }

  private agreed({ plan, amountInCents, firstChargeAt, agreedAt, card }: Consent): string {
    const from = card ? `, from ${cardEnding(card)}` : '';
    if (firstChargeAt <= agreedAt)
      return `You started again with ${nameOf(plan)}: ${dollars(amountInCents)} was charged at once${from}.`;
    return `You agreed to ${nameOf(plan)}: ${monthly(amountInCents)}, first on ${this.day(firstChargeAt)}${from}. Nothing was charged on the day you agreed.`;
  }
}
