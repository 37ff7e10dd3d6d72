/** What must hold in the database at any time. Each query finds the rows that break its rule; its key says how. */

/** @param {string} note */
const unless = (note) =>
  `NOT EXISTS (SELECT FROM workflow_journal j WHERE j.flow = 'subscription-life' AND j.subject_id = s.id AND j.note = '${note}')`;

/** @type {Record<string, string>} */
export const IN_THE_DATABASE = {
  'I1 a sign-up or an application was acknowledged, and its row is gone': `
    SELECT subject_id AS found FROM workflow_journal j WHERE seq = 1
       AND (flow = 'trial-signup' AND NOT EXISTS (SELECT FROM trial_signups t WHERE t.id = subject_id)
         OR flow = 'ambassador-application' AND NOT EXISTS (SELECT FROM ambassador_applications a WHERE a.id = subject_id))`,

  'I1 a sign-up that was not erased has lost its details': `
    SELECT id AS found FROM trial_signups WHERE erased_at IS NULL AND '' IN (first_name, email, phone, church_name)`,

  'I2 a sign-up that has won the account is marked as superseded': `
    SELECT id AS found FROM trial_signups WHERE superseded_by IS NOT NULL AND state IN ('openingAccount', 'success')`,

  'I2 two accounts share a trial, a phone or an email': `
    SELECT min(id) AS found FROM users GROUP BY trial_id HAVING count(*) > 1
    UNION ALL SELECT min(id) FROM users GROUP BY phone HAVING count(*) > 1
    UNION ALL SELECT min(id) FROM users GROUP BY lower(email) HAVING count(*) > 1`,

  'I2 an account does not have exactly one subscription': `
    SELECT u.id AS found FROM users u WHERE status = 'active'
       AND (SELECT count(*) FROM subscriptions s WHERE s.id = u.trial_id AND s.customer_id = u.stripe_customer_id) <> 1`,

  'I2 a subscription belongs to no account': `
    SELECT s.id AS found FROM subscriptions s WHERE NOT EXISTS (SELECT FROM users u WHERE u.trial_id = s.id AND status <> 'opening')`,

  'I2 a trial is at success without an account, or the other way round': `
    SELECT coalesce(t.id, u.trial_id) AS found FROM (SELECT id FROM trial_signups WHERE state = 'success') t
      FULL JOIN (SELECT trial_id FROM users WHERE status <> 'opening') u ON u.trial_id = t.id WHERE t.id IS NULL OR u.trial_id IS NULL`,

  'I2 a place is reserved for a sign-up that is not being opened': `
    SELECT u.trial_id AS found FROM users u JOIN trial_signups t ON t.id = u.trial_id
     WHERE u.status = 'opening' AND t.state <> 'openingAccount'`,

  'I2 a church has no account': `
    SELECT c.id AS found FROM churches c WHERE NOT EXISTS (SELECT FROM users u WHERE u.church_id = c.id)`,

  'I4 the trial ends neither 30 days after the card was stored nor on the agreed day': `
    SELECT t.id AS found FROM trial_signups t LEFT JOIN subscriptions s ON s.id = t.id
     LEFT JOIN consents c ON c.id = t.consent_id
     WHERE t.card_saved_at IS NOT NULL AND (t.trial_ends_at NOT IN (t.card_saved_at + interval '720 hours', coalesce(c.first_charge_at, t.card_saved_at + interval '720 hours'))
        OR s.trial_ends_at <> to_timestamp(ceil(extract(epoch FROM t.trial_ends_at)))
            AND ${unless('trial end moved')} AND ${unless('plan started again')})`,

  'I4 a payment was taken before the trial ended': `
    SELECT p.id AS found FROM payments p JOIN subscriptions s ON s.id = p.subscription_id
     WHERE p.paid_in_cents > 0 AND p.paid_at < s.trial_ends_at AND ${unless('plan started again')}`,

  'I4 a trial that was cancelled was charged': `
    SELECT s.id AS found FROM subscriptions s WHERE s.state = 'canceled' AND s.cancel_at <= s.trial_ends_at
       AND EXISTS (SELECT FROM payments p WHERE p.subscription_id = s.id AND p.paid_in_cents > 0)`,

  'I4 a payment was taken while payments were paused for an erasure': `
    SELECT p.id AS found FROM payments p JOIN trial_signups t ON t.id = p.subscription_id
     WHERE t.erasure_requested_at IS NOT NULL AND p.paid_in_cents > 0 AND EXISTS (SELECT FROM workflow_journal j
       WHERE j.flow = 'subscription-life' AND j.subject_id = t.id AND j.note = 'payments paused'
         AND j.at BETWEEN t.erasure_requested_at AND p.paid_at)`,

  'I6 an account is open without proof of phone, card, plan or age': `
    SELECT t.id AS found FROM users u JOIN trial_signups t ON t.id = u.trial_id LEFT JOIN prices p ON p.tier = t.selected_plan AND p.sold
     WHERE u.status = 'active' AND (t.phone_verified_at IS NULL OR t.card_saved_at IS NULL OR t.payment_method_id IS NULL
        OR p.id IS NULL OR u.phone <> t.phone OR t.birthdate > (t.created_at - interval '18 years')::date + 1)`,

  'I7 a journal has a gap or does not end where its subject stands': `
    WITH subjects AS (SELECT 'trial-signup' AS flow, id, state, journal_seq, 'registration' AS start FROM trial_signups
             UNION ALL SELECT 'subscription-life', id, state, journal_seq, 'unstarted' FROM subscriptions
             UNION ALL SELECT 'ambassador-application', id, state, journal_seq, 'draft' FROM ambassador_applications),
    steps AS (SELECT *, row_number() OVER w AS place, lag(to_state) OVER w AS before, lead(seq) OVER w IS NULL AS last
                FROM workflow_journal WHERE seq IS NOT NULL WINDOW w AS (PARTITION BY flow, subject_id ORDER BY seq))
    SELECT j.subject_id AS found FROM steps j LEFT JOIN subjects s ON (s.flow, s.id) = (j.flow, j.subject_id)
     WHERE j.seq <> j.place OR s.id IS NULL OR j.from_state <> coalesce(j.before, s.start)
        OR (j.last AND (j.to_state <> s.state OR j.seq <> s.journal_seq))
    UNION ALL SELECT id FROM subjects s
     WHERE NOT EXISTS (SELECT FROM workflow_journal j WHERE (j.flow, j.subject_id, j.seq) = (s.flow, s.id, s.journal_seq))`,

  'I7 a transition is not one of the chart': `
    SELECT j.subject_id AS found FROM workflow_journal j WHERE seq IS NOT NULL AND NOT EXISTS (SELECT FROM workflow_transitions m
      WHERE (m.flow, m.version, m.from_state, m.event, m.to_state) = (j.flow, j.version, j.from_state, j.event, j.to_state))`,

  'I8 a notice of the end of a trial went out after it was cancelled': `
    SELECT j.subject_id AS found FROM workflow_journal j
     WHERE j.flow = 'subscription-life' AND j.note = 'mail sent' AND j.detail->>'mail' LIKE 'trial-notice-%' AND 'cancel requested' =
        (SELECT note FROM workflow_journal b WHERE b.flow = j.flow AND b.subject_id = j.subject_id AND b.id < j.id
            AND b.note IN ('cancel requested', 'cancel undone') ORDER BY b.id DESC LIMIT 1)`,

  'I11 a code was accepted twice, or tried more than five times': `
    SELECT subject_id AS found FROM workflow_journal GROUP BY subject_id
    HAVING count(*) FILTER (WHERE event = 'phone.verified') > 1 + count(*) FILTER (WHERE event = 'phone.changed')
    UNION ALL SELECT subject_id FROM phone_verifications WHERE tries > 5`,

  'I18 the plan is not the one that was subscribed to': `
    SELECT s.id AS found FROM subscriptions s JOIN trial_signups t ON t.id = s.id LEFT JOIN prices p ON p.id = s.price_id
     WHERE p.tier <> s.plan OR p.tier IS NULL AND ${unless('price changed')} OR s.plan <> t.selected_plan AND ${unless('plan changed')} AND ${unless('plan started again')}`,

  'I20 the amounts in the journal do not lead to what the subscription is billed': `
    WITH billed (state) AS (VALUES ('active'), ('pastDue'), ('unpaid')),
    changed AS (SELECT subject_id, CASE
        WHEN event IS NOT NULL THEN ((to_state IN (TABLE billed))::int - (from_state IN (TABLE billed))::int) * coalesce((detail->>'monthlyInCents')::int, 0)
        WHEN from_state IN (TABLE billed) AND note = 'price changed' THEN (detail->>'to')::int - (detail->>'from')::int
        WHEN from_state IN (TABLE billed) AND note IN ('plan changed', 'plan started again') THEN (detail->>'monthlyInCents')::int - (detail->>'beforeInCents')::int
        ELSE 0 END AS cents FROM workflow_journal WHERE flow = 'subscription-life')
    SELECT s.id AS found FROM subscriptions s
     WHERE CASE WHEN state IN (TABLE billed) THEN monthly_in_cents ELSE 0 END <> (SELECT sum(cents) FROM changed WHERE subject_id = s.id)`,

  'I19 the reason of the last declined card is not that of the journal': `
    SELECT id AS found FROM trial_signups t WHERE erased_at IS NULL AND card_declined_with IS DISTINCT FROM (
      SELECT detail->>'code' FROM workflow_journal WHERE flow = 'trial-signup' AND subject_id = t.id AND note = 'card declined'
         AND detail->>'code' IS NOT NULL ORDER BY id DESC LIMIT 1)`,

  'I19 the last refused invoice is not that of the invoices': `
    SELECT t.id AS found FROM trial_signups t LEFT JOIN LATERAL (
             SELECT declined_with, status = 'paid' AS paid FROM payments
              WHERE subscription_id = t.id AND declined_with IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 1) AS last ON true
     WHERE (invoice_declined_with, declined_invoice_paid) IS DISTINCT FROM (last.declined_with, last.paid)`,
};

const JOBS = `jobs AS (
    SELECT * FROM jsonb_to_recordset($1) AS job (id uuid, queue text, subject text, request text, state text, source uuid,
      created_on timestamptz, started_on timestamptz, completed_on timestamptz))`;

/**
 * What must hold of jobs and dead letters, which are the parameter. `source` of a dead letter is its failed job.
 * @type {Record<string, string>}
 */
export const OF_JOBS = {
  // Uses the queue's real time: the sandbox's clock may jump between the decision to send and its note. A job that sent its
  // mail and was then repeated sends nothing more, so its mail was settled before the trial ended.
  'I8 a notice of the end of a trial went out after we knew that it had ended': `
    WITH ${JOBS},
    ended AS (SELECT b.subject_id, max(e.created_on) AS known, max(b.at) AS at FROM workflow_journal b
                JOIN jobs e ON e.queue IN ('announceChange', 'closeAccount')
                 AND e.subject = b.subject_id::text AND e.request = b.request_id
               WHERE b.flow = 'subscription-life' AND b.event IN ('became.active', 'became.pastDue', 'became.unpaid', 'became.canceled')
               GROUP BY 1)
    SELECT n.subject AS found FROM jobs n CROSS JOIN LATERAL string_to_array(n.subject, ':') AS told
      JOIN ended ON ended.subject_id::text = told[1]
      JOIN sent_mails m ON m.key = format('trial-notice-%s:%s:%s', told[2], told[1], told[3]) AND m.outcome = 'sent'
     WHERE n.queue = 'sendTrialNotice' AND m.settled_at >= ended.at AND n.started_on > ended.known + interval '1 second'`,

  // A letter is closed by a later success, the erasure of its subject, or staff.
  'I13 a job failed for good and is not among the dead letters': `
    WITH ${JOBS}
    SELECT failed.id AS found FROM jobs failed WHERE state = 'failed'
       AND NOT EXISTS (SELECT FROM jobs letter WHERE letter.source = failed.id)
       AND NOT EXISTS (SELECT FROM jobs later WHERE later.queue IN (failed.queue, 'erasePerson', 'eraseSignUp')
             AND later.subject = failed.subject AND later.state = 'completed' AND later.completed_on > failed.completed_on)
       AND NOT EXISTS (SELECT FROM audit_log WHERE action IN ('job retried', 'job dismissed')
             AND detail->>'queue' = failed.queue AND detail->>'subjectId' = failed.subject)`,
};
