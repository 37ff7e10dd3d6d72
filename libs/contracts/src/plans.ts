/** The plan catalog: the one list behind tier cards, plan picker, structured data and Stripe's products. */

export const TIER_IDS = [
  'tier_1_19',
  'tier_20_49',
  'tier_50_99',
  'tier_100_199',
  'tier_200_499',
  'tier_500_plus',
] as const;
export type TierId = (typeof TIER_IDS)[number];

export interface Plan {
  id: TierId;
  name: string;
  /** Active users in a billing month, as displayed. */
  range: string;
  /** US cents per month. */
  amountInCents: number;
  maxActiveUsers: number | null;
}

const plan = (
  id: TierId,
  range: string,
  amountInCents: number,
  maxActiveUsers: number | null,
  name?: string,
): Plan => ({
  id,
  name: name ?? `${range} active users`,
  range,
  amountInCents,
  maxActiveUsers,
});

export const PLANS: readonly Plan[] = [
  plan('tier_1_19', '1-19', 1999, 19, 'Starter'),
  plan('tier_20_49', '20-49', 3999, 49, 'Growth'),
  plan('tier_50_99', '50-99', 7999, 99),
  plan('tier_100_199', '100-199', 9999, 199),
  plan('tier_200_499', '200-499', 17999, 499),
  plan('tier_500_plus', '500+', 24999, null),
];

export const DEFAULT_TIER: TierId = 'tier_1_19';
export const CURRENCY = 'usd';
export const TRIAL_DAYS = 30;

/** Beside a price that is agreed to. */
export const TAXES = 'Taxes are added where the law requires them.';

export const planOf = (id: TierId): Plan => PLANS.find((each) => each.id === id)!;

/** The plan for this many active users. */
export const planFor = (activeUsers: number): Plan =>
  PLANS.find(({ maxActiveUsers }) => maxActiveUsers === null || activeUsers <= maxActiveUsers)!;

/** "Starter (1-19 active users a month)", and "50-99 active users a month" for a plan that is named by its range. */
export const planWithRange = ({ name, range }: Plan): string =>
  name.includes(range) ? `${name} a month` : `${name} (${range} active users a month)`;

/** 1999 -> "$19.99" */
export const dollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** "$0.82 to $2.00": for each person, with all that the plan covers and with the fewest. */
export const pricePerPerson = ({ range, amountInCents, maxActiveUsers }: Plan): string =>
  [maxActiveUsers, Number.parseInt(range)].map((people) => dollars(amountInCents / (people ?? 1))).join(' to ');
