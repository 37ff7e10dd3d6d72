import { randomBytes, randomInt } from 'node:crypto';
import { type Move, movesOf, type TrialState, trialSignup } from '@lampstand/workflows';
import type { TrialSignupBody } from '@lampstand/contracts';
import type { Stack } from '../support/index.ts';
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
 * A saved sign-up in any state, by SQL: one statement writes the row and a journal that led there, as the engine would
 * have. Nothing follows from it: no job, no mail, nothing at the providers.
 */
export async function aTrial(
  stack: Stack,
  { state = 'phoneVerification', columns = {}, pastor = {} }: TrialGiven = {},
) {
  const { now } = (await stack.sandbox.call('clock')) as { now: string };
  const id = randomInt(2 ** 40, 2 ** 41);
  const path = shortestPathTo(state);
  const row = { ...signupColumns(aPastor(pastor), now), ...impliedBy(state, now), id, state, journal_seq: path.length };
  const journal = path.map(({ from, event, to }, index) => ({ seq: index + 1, event, from_state: from, to_state: to }));
  const [trial] = await stack.query(
    `WITH journal AS (
       INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at)
       SELECT 'trial-signup', $3, $2, seq, event, from_state, to_state, 'job', 'builder', $4
         FROM jsonb_to_recordset($1::jsonb) AS rows (seq int, event text, from_state text, to_state text))
     INSERT INTO trial_signups SELECT * FROM jsonb_populate_record(NULL::trial_signups, $5::jsonb) RETURNING *`,
    [JSON.stringify(journal), id, trialSignup.version, now, JSON.stringify({ ...row, ...columns })],
  );
  return { ...trial, id } as { id: number } & Record<string, any>;
}

/** The row as it stands. */
export async function storedTrial(stack: Stack, id: number): Promise<Record<string, any>> {
  const [row] = await stack.query('SELECT * FROM trial_signups WHERE id = $1', [id]);
  return row;
}

/** Events of a sign-up in order, or with `notes` its notes. */
export async function journalOf(stack: Stack, id: number): Promise<{ events: string[]; notes: string[] }> {
  const rows = await stack.query('SELECT event, note FROM workflow_journal WHERE subject_id = $1 ORDER BY id', [id]);
  return {
    events: rows.filter(({ event }) => event).map(({ event }) => event),
    notes: rows.filter(({ note }) => note).map(({ note }) => note),
  };
}

/** The fewest moves from nothing to `state`. */
export function shortestPathTo(state: TrialState): Move[] {
  const moves = movesOf(trialSignup);
  const paths = new Map<string, Move[]>([['registration', []]]);
  for (const [from, path] of paths)
    for (const move of moves) if (move.from === from && !paths.has(move.to)) paths.set(move.to, [...path, move]);
  return paths.get(state)!;
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
