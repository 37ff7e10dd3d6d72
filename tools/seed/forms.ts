/** Statements that store a batch of applications, requests or newsletter readers. `$1` is the end of the seeded time. */
import { ambassadorApplication } from '@lampstand/workflows';
import { journalOf, seqOf } from './journal.ts';
import { arrayOf, chance, layer, mails, oneOf, pick, pickShare, staffNo, stage } from './parts.ts';
import { PERSON, personOf, REASONS } from './people.ts';

/** How ids of answers differ from those of their requests. */
const ANSWER = 2 ** 30;
const WORDS = ['Your story of the summer camp stayed with us.', 'We hope to meet you at the conference.'];
const ANSWERS = [
  'Thank you for writing. We call you tomorrow after three.',
  'Yes, leaders get a training of an hour, in small groups.',
];

const FIRST_ID = 2 ** 52;
const SIZES = ['Under 100', '100-250', '250-500', '500-1000', '1000-2500', '2500+'];
const YEARS = ['Less than 1 year', '1-3 years', '3-5 years', '5-10 years', '10+ years'];
const APPLICATION_STATES = { submitted: 0.2, approved: 0.5, declined: 0.25, withdrawn: 0.05 };
const OLD_REQUESTS = { new: 0.02, answered: 0.18, closed: 0.8 };
const NEW_REQUESTS = { new: 0.6, answered: 0.3, closed: 0.1 };
const READER_STATES = { confirmed: 0.8, pending: 0.12, unsubscribed: 0.08 };

/** By people who signed up, in the year before the end of the seeded time. */
const submitted = (kind: number) => [
  ...personOf('7 * n'),
  layer({
    form: `${FIRST_ID} + (seed % 262144 << 32) + ${kind * 2 ** 30} + n`,
    created: `date_trunc('milliseconds', until - 8760 * (1 - (n + ${chance('submitted', 'n')}) / (count + 1)) * interval '1 hour')`,
  }),
];

/** The newest rows have each state once, however few rows there are. */
const stateOf = (shares: Record<string, number>, otherwise: string) =>
  layer({ state: `coalesce(${arrayOf(Object.keys(shares))}[count - n], ${otherwise})` });

const daysLater = (days: number) => `least(created + interval '${24 * days} hours', until - interval '1 millisecond')`;

const { first_name, last_name, email, phone, position, church_name, church_city, church_state } = PERSON;
const ANSWERED = {
  id: 'form',
  state: 'state',
  created_at: 'created',
  first_name,
  last_name,
  email,
  phone,
  position,
  church_name,
  church_city,
  church_state,
  church_size: pick(SIZES, 'size', 'n'),
  years_in_ministry: pick(YEARS, 'years', 'n'),
  why_interested: pick(REASONS, 'reason', 'n'),
};

const STAGED_APPLICATIONS = stage(
  'ambassador_applications',
  [...submitted(2), stateOf(APPLICATION_STATES, pickShare(APPLICATION_STATES, 'application', 'n'))],
  {
    ...ANSWERED,
    repeat_key: `'seed-application-' || form`,
    journal_seq: seqOf(ambassadorApplication),
    decided_at: `CASE WHEN state IN ('approved', 'declined') THEN ${daysLater(6)} END`,
  },
);

const STAGED_REQUESTS = stage(
  'trial_requests',
  [
    ...submitted(1),
    stateOf(
      NEW_REQUESTS,
      `CASE WHEN until - created > interval '14 days' THEN ${pickShare(OLD_REQUESTS, 'request', 'n')} ELSE ${pickShare(NEW_REQUESTS, 'request', 'n')} END`,
    ),
  ],
  {
    ...ANSWERED,
    repeat_key: `'seed-request-' || form`,
    answered_at: `CASE WHEN state <> 'new' THEN ${daysLater(2)} END`,
    closed_at: `CASE WHEN state = 'closed' THEN ${daysLater(9)} END`,
    staff_notified_at: 'created',
  },
);

const STAGED_READERS = stage(
  'newsletter_subscriptions',
  [...submitted(3), layer({ address: `'reader.' || ${email}`, state: pickShare(READER_STATES, 'reader', 'n') })],
  {
    id: 'form',
    email: 'address',
    email_key: 'lower(address)',
    state: 'state',
    created_at: 'created',
    requested_at: 'created',
    confirmed_at: `CASE WHEN state <> 'pending' THEN created + interval '1 minute' END`,
    unsubscribed_at: `CASE WHEN state = 'unsubscribed' THEN created + interval '2 minutes' END`,
  },
);

export const APPLICATIONS = [
  ...STAGED_APPLICATIONS,
  `DELETE FROM staged WHERE EXISTS (SELECT FROM ambassador_applications WHERE ambassador_applications.id = staged.id)`,
  `UPDATE staged SET decided_by = ${staffNo('administrator', 'id')}, decision_words = CASE id % 2 WHEN 0 THEN ${oneOf(WORDS)} ELSE '' END WHERE decided_at IS NOT NULL`,
  journalOf(ambassadorApplication, {
    'application.submitted': 'created_at',
    'application.approved': 'decided_at',
    'application.declined': 'decided_at',
  }),
  `INSERT INTO ambassador_applications SELECT * FROM staged`,
  `INSERT INTO staff_notes (flow, subject_id, account_id, text, at)
   SELECT '${ambassadorApplication.id}', id, ${staffNo('support', 'id')}, 'Knows two of our ambassadors.', created_at + interval '1 hour' FROM staged WHERE id % 5 = 0`,
  mails(`'application-received:' || id, id, created_at FROM staged`),
  mails(`'application-decision:' || id, id, decided_at FROM staged WHERE decided_at IS NOT NULL`),
];

export const REQUESTS = [
  ...STAGED_REQUESTS,
  `DELETE FROM staged WHERE EXISTS (SELECT FROM trial_requests WHERE trial_requests.id = staged.id)`,
  `UPDATE staged SET owner_id = CASE WHEN answered_at IS NOT NULL OR id % 4 = 0 THEN ${staffNo('support', 'id')} END,
          answered_by = CASE WHEN answered_at IS NOT NULL THEN ${staffNo('support', 'id')} END`,
  `INSERT INTO trial_requests SELECT * FROM staged ON CONFLICT DO NOTHING`,
  `INSERT INTO trial_request_answers (id, request_id, account_id, text, at)
   SELECT id - ${ANSWER}, id, answered_by, ${oneOf(ANSWERS)}, answered_at FROM staged WHERE answered_at IS NOT NULL`,
  `INSERT INTO staff_notes (flow, subject_id, account_id, text, at)
   SELECT 'trial-request', id, ${staffNo('support', 'id')}, 'Prefers a call in the afternoon.', created_at + interval '1 hour' FROM staged WHERE id % 5 = 0`,
  mails(`'trial-request-received:' || id, id, created_at FROM staged`),
  mails(
    `'trial-request-answer:' || id || ':' || id - ${ANSWER}, id, answered_at FROM staged WHERE answered_at IS NOT NULL`,
  ),
];

export const READERS = [
  ...STAGED_READERS,
  `INSERT INTO newsletter_subscriptions SELECT * FROM staged ON CONFLICT DO NOTHING`,
];
