/** Statements that store a batch of sign-ups in every state, with journal, consents, codes, notes and accounts. `$1` is the end of the seeded time. */
import { columnOf, CONSENT_VERSION, ERASED_DETAILS, ERASED_FIELDS } from '@lampstand/contracts';
import { trialSignup } from '@lampstand/workflows';
import { journalOf, notesOf, seqOf } from './journal.ts';
import { amountOf, chance, layer, mails, oneOf, pick, pickShare, staffNo, stage } from './parts.ts';
import { HEARD_FROM, isEarlierAttempt, PERSON, personOf } from './people.ts';
import { SUBSCRIPTIONS } from './subscriptions.ts';

const STATES = {
  success: 0.36,
  phoneVerification: 0.34,
  billingInformation: 0.23,
  alreadyMember: 0.03,
  cancelled: 0.0395,
  openingAccount: 0.0005,
};
const PLANS = ['tier_1_19', 'tier_1_19', 'tier_20_49', 'tier_20_49', 'tier_50_99', 'tier_100_199', 'tier_200_499'];
const BRANDS = ['visa', 'visa', 'mastercard', 'amex'];
const FIRST_ID = 2 ** 41;
const HOURS = 3 * 365 * 24;
/** The share of unfinished sign-ups that retention has erased, and of members who asked for it. */
const ERASED = { unfinished: 0.03, member: 0.02 };

/** Different from the ids of other seeds and of tests. */
const idOf = (number: string) => `${FIRST_ID} + (seed % 1048576 << 32) + (${number} * 2654435761 & 4294967295)`;

const stateOf = (number: string) =>
  `CASE WHEN ${number} % 2000 = 7 THEN 'openingAccount' ELSE ${pickShare(STATES, 'state', number)} END`;

const isVerified = (state: string) => `${state} NOT IN ('phoneVerification', 'cancelled')`;

/** At most so many minutes after `at`, before the end of the seeded time. */
const after = (at: string, minutes: number) =>
  `least(${at} + ceil(${minutes} * ${chance(`after ${at}`, 'n')}) * interval '1 minute', until - interval '1 millisecond')`;

/** A made-up id at the provider. */
const ofCard = (kind: string) => `CASE WHEN carded IS NOT NULL THEN '${kind}_seed' || to_hex(trial) END`;

/** In order of time, and more frequent towards the end of the seeded time. */
const ROWS = stage(
  'trial_signups',
  [
    ...personOf('n'),
    layer({
      trial: idOf('n'),
      is_earlier: isEarlierAttempt('n'),
      created: `date_trunc('milliseconds', until - ${HOURS} * (1 - sqrt((n + ${chance('created', 'n')}) / (count + 1))) * interval '1 hour')`,
    }),
    layer({
      state: `CASE WHEN is_earlier THEN ${pick(['phoneVerification', 'billingInformation'], 'stopped', 'n')} ELSE ${stateOf('n')} END`,
      successor: `CASE WHEN is_earlier AND ${isVerified(`(${stateOf('person')})`)} THEN ${idOf('person')} END`,
    }),
    layer({ verified: `CASE WHEN ${isVerified('state')} THEN ${after('created', 20)} END` }),
    layer({ carded: `CASE WHEN state IN ('success', 'openingAccount') THEN ${after('verified', 40)} END` }),
    layer({ seen: 'greatest(created, verified, carded)' }),
    layer({
      is_quiet: `state IN ('phoneVerification', 'billingInformation') AND until - seen > interval '45 minutes'`,
    }),
    layer({
      erased: `CASE WHEN is_quiet AND until - seen > interval '90 days' AND ${chance('erased', 'n')} < ${ERASED.unfinished} THEN seen + interval '2160 hours'
                    WHEN state = 'success' AND until - seen > interval '75 days' AND ${chance('erased', 'n')} < ${ERASED.member} THEN seen + interval '1800 hours' END`,
    }),
  ],
  {
    id: 'trial',
    state: 'state',
    journal_seq: seqOf(trialSignup),
    created_at: 'created',
    last_seen_at: 'seen',
    ...PERSON,
    birthdate: `(created - (age * 365.25 + 2) * 24 * interval '1 hour')::date`,
    phone_verified_at: 'verified',
    email_proven_at: `CASE WHEN n % 4 = 0 THEN verified + interval '1 hour' END`,
    reminders: 'CASE WHEN is_quiet THEN 3 ELSE 0 END',
    superseded_by: 'successor',
    counts_as_person: 'CASE WHEN successor IS NOT NULL THEN false WHEN erased IS NOT NULL THEN true END',
    heard_from: HEARD_FROM,
    contacted_at: `CASE WHEN is_quiet AND verified IS NOT NULL AND ${chance('contacted', 'n')} < 0.2 THEN least(seen + interval '24 hours', until - interval '1 millisecond') END`,
    selected_plan: pick(PLANS, 'plan', 'n'),
    stripe_customer_id: ofCard('cus'),
    setup_intent_id: ofCard('seti'),
    payment_method_id: ofCard('pm'),
    card: `CASE WHEN carded IS NOT NULL THEN jsonb_build_object('brand', ${pick(BRANDS, 'brand', 'n')}, 'last4', lpad(floor(10000 * ${chance('last4', 'n')})::text, 4, '0')) END`,
    card_saved_at: 'carded',
    trial_ends_at: `carded + interval '720 hours'`,
    erased_at: 'erased',
  },
);

const DECLINES = ['insufficient_funds', 'generic_decline', 'expired_card', 'incorrect_cvc', 'lost_card'];

const NOTES = `
  SELECT id, 'phoneVerification', 'code sent', 'visitor', json_build_object('sends', sends)::text, created_at + sends * interval '40 seconds'
    FROM staged, generate_series(1, CASE WHEN id % 35 = 0 THEN 3 WHEN id % 7 = 0 THEN 2 ELSE 1 END) AS sends WHERE id % 17 <> 0
  UNION ALL SELECT id, 'phoneVerification', 'code not sent', 'visitor', '{"status": 429}', created_at + interval '30 seconds' FROM staged WHERE id % 17 = 0
  UNION ALL SELECT id, 'phoneVerification', 'code wrong', 'visitor', '{}', created_at + interval '55 seconds' FROM staged WHERE id % 11 = 0
  UNION ALL SELECT id, 'billingInformation', 'card declined', 'visitor', json_build_object('code', card_declined_with, 'setupIntent', 'seti_seed_' || id)::text,
         coalesce(card_saved_at - interval '20 seconds', phone_verified_at + interval '3 minutes')
    FROM staged WHERE card_declined_with IS NOT NULL
  UNION ALL SELECT id, state, 'contacted', 'support', '{}', contacted_at FROM staged WHERE contacted_at IS NOT NULL
  UNION ALL SELECT id, state, 'details corrected', 'visitor', '{"fields": "churchCity"}', last_seen_at FROM staged WHERE id % 41 = 3
  UNION ALL SELECT id, state, 'erasure requested', 'support', '{}', erasure_requested_at FROM staged WHERE erasure_requested_at IS NOT NULL
  UNION ALL SELECT id, state, note, 'job', '{}', erased_at FROM staged, unnest(ARRAY['erasure begun', 'person erased']) AS note WHERE erased_at IS NOT NULL`;

/** Skips sign-ups that exist already or whose phone or email has an account. */
export const TRIALS = [
  ...ROWS,
  `DELETE FROM staged WHERE EXISTS (SELECT FROM trial_signups WHERE trial_signups.id = staged.id)
      OR state IN ('success', 'openingAccount') AND EXISTS (SELECT FROM users WHERE users.phone = staged.phone OR email_key = lower(staged.email))`,
  // Only erasures of opened accounts wait: others begin after ten minutes.
  `UPDATE staged SET idempotency_key = CASE WHEN id % 10 = 0 THEN 'seed-' || id END,
          idempotency_browser = CASE WHEN id % 10 = 0 THEN 'seed' END, idempotency_body = CASE WHEN id % 10 = 0 THEN 'seed' END,
          reminders_stopped_at = CASE WHEN reminders > 0 AND id % 9 = 0 THEN last_seen_at + interval '1 day' END,
          card_declined_with = CASE WHEN phone_verified_at IS NOT NULL AND state <> 'alreadyMember' AND id % CASE WHEN card_saved_at IS NULL THEN 4 ELSE 13 END = 1
                                    THEN ${oneOf(DECLINES)} END,
          setup_intent_at = card_saved_at - interval '2 minutes',
          checkout_session_id = CASE WHEN card_saved_at IS NOT NULL AND id % 8 = 0 THEN 'cs_seed_' || id END,
          card_fingerprint = CASE WHEN card_saved_at IS NOT NULL THEN 'seed' || CASE WHEN id % 50 = 0 THEN id % 5003 ELSE id END END,
          consent_id = CASE WHEN card_saved_at IS NOT NULL AND id % 12 <> 5 THEN nextval(pg_get_serial_sequence('consents', 'id')) END,
          erasure_requested_at = CASE WHEN state = 'success' AND erased_at IS NULL AND id % 211 = 1 THEN last_seen_at + interval '1 minute' END,
          erasure_requested_by = CASE WHEN state = 'success' AND erased_at IS NULL AND id % 211 = 1 THEN ${staffNo('support', 'id')} END`,
  journalOf(trialSignup, {
    'signup.saved': 'created_at',
    'phone.verified': 'phone_verified_at',
    'account.existed': 'phone_verified_at',
    'card.saved': 'card_saved_at',
  }),
  notesOf(trialSignup, NOTES),
  `INSERT INTO trial_signups SELECT * FROM staged ORDER BY created_at`,
  `INSERT INTO consents (id, trial_id, plan, amount_in_cents, first_charge_at, text, version, form_id, setup_intent_id, agreed_at, address, card)
   OVERRIDING SYSTEM VALUE
   SELECT consent_id, id, selected_plan, ${amountOf('selected_plan')}, trial_ends_at, 'I agree to the monthly charge after the free trial.',
          '${CONSENT_VERSION}', 'seed', setup_intent_id, card_saved_at - interval '1 minute',
          CASE WHEN erased_at IS NULL THEN '203.0.113.1'::inet + (id % 250) END, CASE WHEN erased_at IS NULL THEN card END
     FROM staged WHERE consent_id IS NOT NULL`,
  `INSERT INTO phone_verifications (subject_id, phone, provider_id, status, lane, sends, tries, answer_lost, last_try, delivery, started_at, resend_at, expires_at)
   SELECT id, phone, CASE WHEN id % 17 <> 0 THEN 'VEseed' || id END,
          CASE WHEN phone_verified_at IS NOT NULL THEN 'approved' WHEN id % 17 = 0 THEN 'dropped' ELSE 'live' END,
          CASE WHEN id % 19 = 0 THEN 'proven' WHEN id % 23 = 0 THEN 'worked' ELSE 'unproven' END,
          CASE WHEN id % 35 = 0 THEN 3 WHEN id % 7 = 0 THEN 2 ELSE 1 END, (id % 11 = 0)::int, false,
          CASE WHEN id % 11 = 0 THEN 'seed' || id END,
          CASE WHEN phone_verified_at IS NULL AND id % 17 <> 0 THEN
            CASE WHEN id % 5 = 0 THEN 'refused' WHEN id % 13 = 0 THEN 'landline' WHEN id % 3 = 0 THEN 'delivered' END END,
          created_at, created_at + interval '1 minute', created_at + interval '10 minutes'
     FROM staged WHERE created_at > $1::timestamptz - interval '30 days' AND erased_at IS NULL`,
  `INSERT INTO trial_corrections (trial_id, field, previous, at)
   SELECT id, 'churchCity', 'Springfeild', last_seen_at FROM staged WHERE id % 41 = 3 AND erased_at IS NULL`,
  `INSERT INTO staff_notes (flow, subject_id, account_id, text, at)
   SELECT '${trialSignup.id}', id, ${staffNo('support', 'id')}, 'Called; they go on after the retreat.', last_seen_at
     FROM staged WHERE id % 61 = 2 AND erased_at IS NULL`,
  `ALTER TABLE staged ADD church_no int`,
  `UPDATE staged SET church_no = nextval(pg_get_serial_sequence('churches', 'id')) WHERE state IN ('success', 'openingAccount')`,
  `INSERT INTO churches (id, name, ministry_name, city, state, size, software, created_at) OVERRIDING SYSTEM VALUE
   SELECT church_no, church_name, ministry_name, church_city, church_state, church_size, church_software, created_at
     FROM staged WHERE church_no IS NOT NULL`,
  `INSERT INTO users (trial_id, church_id, status, first_name, last_name, email, email_key, phone, position, gender,
      birthdate, stripe_customer_id, created_at, opened_at)
   SELECT id, church_no, CASE WHEN state = 'success' THEN 'active' ELSE 'opening' END, first_name, last_name, email,
          lower(email), phone, position, gender, birthdate, stripe_customer_id, card_saved_at, CASE WHEN state = 'success' THEN card_saved_at END
     FROM staged WHERE church_no IS NOT NULL ORDER BY church_no`,
  `UPDATE users SET new_email = CASE WHEN trial_id % 53 = 0 THEN 'new.' || staged.email END, new_email_at = CASE WHEN trial_id % 53 = 0 THEN last_seen_at END,
          new_email_proven_at = CASE WHEN trial_id % 106 = 0 THEN last_seen_at END, new_email_from = CASE WHEN trial_id % 53 = 0 THEN $1::timestamptz + interval '72 hours' END,
          email_refused_at = CASE WHEN trial_id % 53 = 2 THEN last_seen_at END,
          email_claimed_at = CASE WHEN trial_id % 53 = 3 THEN last_seen_at END,
          new_phone = CASE WHEN trial_id % 53 = 1 THEN '3' || substr(staged.phone, 2) END, new_phone_at = CASE WHEN trial_id % 53 = 1 THEN last_seen_at END
     FROM staged WHERE trial_id = staged.id AND trial_id % 53 < 4 AND staged.state = 'success' AND erased_at IS NULL`,
  `UPDATE users SET receipts_email = 'treasurer.' || staged.email, receipts_email_at = last_seen_at,
          receipts_email_proven_at = CASE WHEN trial_id % 62 = 4 THEN last_seen_at END
     FROM staged WHERE trial_id = staged.id AND trial_id % 31 = 4 AND staged.state = 'success' AND erased_at IS NULL`,
  ...SUBSCRIPTIONS,
  mails(`'signup-saved:' || id, id, created_at FROM staged WHERE created_at > $1::timestamptz - interval '30 days'`),
  mails(`'welcome:' || id, id, card_saved_at FROM staged WHERE state = 'success'`),
  `UPDATE users SET status = 'closed', first_name = '', last_name = '', email = 'erased-' || trial_id, email_key = 'erased-' || trial_id,
          phone = 'erased-' || trial_id, position = '', gender = '', birthdate = '1900-01-01', stripe_customer_id = NULL
     FROM staged WHERE trial_id = staged.id AND erased_at IS NOT NULL`,
  `UPDATE churches SET name = '', ministry_name = '', city = '', state = '', size = '', software = ''
     FROM staged WHERE churches.id = church_no AND erased_at IS NOT NULL`,
  `UPDATE subscriptions SET stripe_id = 'erased:' || subscriptions.id, customer_id = 'erased:' || subscriptions.id, card = NULL
     FROM staged WHERE subscriptions.id = staged.id AND erased_at IS NOT NULL`,
  `UPDATE payments SET card = NULL, hosted_url = NULL, pdf_url = NULL, next_attempt_at = NULL
     FROM staged WHERE subscription_id = staged.id AND erased_at IS NOT NULL`,
  `UPDATE consents SET address = NULL, card = NULL FROM staged WHERE trial_id = staged.id AND erased_at IS NOT NULL`,
  `UPDATE trial_signups SET ${ERASED_FIELDS.map((name) => `${columnOf(name)} = '${ERASED_DETAILS[name]}'`).join(', ')},
          idempotency_key = NULL, idempotency_browser = NULL, idempotency_body = NULL, card = NULL, card_fingerprint = NULL, stripe_customer_id = NULL, setup_intent_id = NULL,
          checkout_session_id = NULL, payment_method_id = NULL
     FROM staged WHERE trial_signups.id = staged.id AND staged.erased_at IS NOT NULL`,
];
