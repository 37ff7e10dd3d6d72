/** Statements that store a batch of staged applications, requests or newsletter readers. `$1` is the end of the seeded time. */
import { ambassadorApplication } from '@lampstand/workflows';
import { journalOf } from './journal.ts';
import { mails, oneOf, staffNo } from './parts.ts';

/** How ids of answers differ from those of their requests. */
const ANSWER = 2 ** 30;
const WORDS = ['Your story of the summer camp stayed with us.', 'We hope to meet you at the conference.'];
const ANSWERS = [
  'Thank you for writing. We call you tomorrow after three.',
  'Yes, leaders get a training of an hour, in small groups.',
];

export const APPLICATIONS = [
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

export const READERS = [`INSERT INTO newsletter_subscriptions SELECT * FROM staged ON CONFLICT DO NOTHING`];
