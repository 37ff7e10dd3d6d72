import { randomBytes, randomInt } from 'node:crypto';
import { type TrialState, trialSignup } from '@lampstand/workflows';
import type { TrialSignupBody } from '@lampstand/contracts';
import type { Stack } from '../support/index.ts';
import { storeJournaled } from './journaled.ts';
import { aPastor } from './pastor.ts';

const DAY = 24 * 3600_000;
const CARD_STATES: TrialState[] = ['openingAccount', 'success'];

export interface TrialGiven {
  state?: TrialState;
  /** Columns of the row, over what the state implies. */
  columns?: Record<string, unknown>;
  pastor?: Partial<TrialSignupBody>;
}

/**
 * A saved sign-up in any state, by SQL: one statement writes the row and a journal that led there. Nothing follows from it: no job, no mail, nothing at the providers.
 */
export async function aTrial(
  stack: Stack,
  { state = 'phoneVerification', columns = {}, pastor = {} }: TrialGiven = {},
) {
  const { now } = (await stack.sandbox.call('clock')) as { now: string };
  const id = randomInt(2 ** 40, 2 ** 41);
  const row = { ...signupColumns(aPastor(pastor), now), ...impliedBy(state, now), id, ...columns };
  const trial = await storeJournaled(stack, { chart: trialSignup, table: 'trial_signups', state, row, at: now });
  return { ...trial, id } as { id: number } & Record<string, any>;
}

/** The row as it stands. */
export async function storedTrial(stack: Stack, id: number): Promise<Record<string, any>> {
  const [row] = await stack.query('SELECT * FROM trial_signups WHERE id = $1', [id]);
  return row;
}

const signupColumns = (pastor: TrialSignupBody, now: string) => ({
  first_name: pastor.firstName,
  last_name: pastor.lastName,
  email: pastor.email,
  phone: pastor.phone,
  church_name: pastor.churchName,
  ministry_name: pastor.ministryName,
  church_city: pastor.churchCity,
  church_state: pastor.churchState,
  position: pastor.position,
  church_size: pastor.churchSize,
  how_heard_about: pastor.howHeardAbout,
  church_software: pastor.churchSoftware,
  gender: pastor.gender,
  birthdate: pastor.birthdate,
  message: pastor.message,
  created_at: now,
  last_seen_at: now,
  browser_keys: [],
  selected_plan: 'tier_1_19',
  reminders: 0,
  setup_intent_attempt: 0,
  provider_attempt: 0,
});

const impliedBy = (state: TrialState, now: string) => ({
  ...(!['phoneVerification', 'cancelled'].includes(state) && { phone_verified_at: now }),
  ...(CARD_STATES.includes(state) && storedCardColumns(now)),
});

/** What a stored card implies, with ids nobody knows. */
export const storedCardColumns = (now: string) => ({
  stripe_customer_id: `cus_${randomBytes(7).toString('hex')}`,
  setup_intent_id: `seti_${randomBytes(12).toString('hex')}`,
  payment_method_id: `pm_${randomBytes(12).toString('hex')}`,
  card: { brand: 'visa', last4: '4242' },
  card_saved_at: now,
  opening_at: now,
  trial_ends_at: new Date(Date.parse(now) + 30 * DAY).toISOString(),
});
