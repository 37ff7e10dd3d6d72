/** Members of staff of the seed, their saved views, and what they did with items of the queue. `$1` is the end of the seeded time. */

/** No password has this hash: its digest is all zeros. */
const NO_PASSWORD = '$argon2id$v=19$m=19456,t=2,p=1$c2VlZGVkLWFjY291bnQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

const ACCOUNTS: [
  short: string,
  name: string,
  role: 'administrator' | 'support',
  column?: 'invited_at' | 'disabled_at',
][] = [
  ['ada', 'Ada Cole', 'administrator'],
  ['boaz', 'Boaz Reed', 'administrator'],
  ['clara', 'Clara Nunez', 'support'],
  ['daniel', 'Daniel Park', 'support'],
  ['esther', 'Esther Boyd', 'support'],
  ['former', 'Felix Moore', 'support', 'disabled_at'],
  ['invited', 'Iris Young', 'support', 'invited_at'],
];

export const STAFF = ACCOUNTS.map(
  ([short, name, role, column]) => `
  INSERT INTO staff_accounts (email, name, role, password_hash, created_at${column ? `, ${column}` : ''})
  VALUES ('${short}@seed.example', '${name}', '${role}', '${NO_PASSWORD}', $1::timestamptz - interval '400 days'${column ? ', $1::timestamptz' : ''}) ON CONFLICT (email) DO NOTHING`,
);

const VIEWS: [owner: string, path: string, query: object, name: string, shared: boolean][] = [
  ['ada', '/admin', { state: 'pastDue,unpaid' }, 'Owing', true],
  ['ada', '/admin', { plan: 'tier_1_19' }, 'Small groups', false],
  ['boaz', '/admin', { state: 'success' }, 'Members', true],
  ['clara', '/admin', { stuck: 'card', contacted: 'no' }, 'To call', true],
  ['clara', '/admin/trial-requests', { state: 'new' }, 'Unanswered', false],
  ['daniel', '/admin/newsletter', { status: 'confirmed' }, 'Readers', true],
];

const idOf = (name: string) => `(SELECT id FROM staff_accounts WHERE email = '${name}@seed.example')`;

export const SAVED_VIEWS = VIEWS.map(
  ([owner, path, query, name, shared]) => `
  INSERT INTO saved_views (account_id, path, query, name, shared, created_at)
  SELECT ${idOf(owner)}, '${path}', '${JSON.stringify(query)}', '${name}', ${shared}, $1::timestamptz
   WHERE NOT EXISTS (SELECT FROM saved_views WHERE account_id = ${idOf(owner)} AND path = '${path}' AND name = '${name}')`,
);

const SINCE = `$1::timestamptz - interval '7 days'`;

/** Of the items that need a person, a few each are owned, snoozed and done. */
export const QUEUE_ITEMS = [
  `INSERT INTO queue_items (kind, subject_id, owner_id, snoozed_until, done_at, changed_at)
   SELECT kind, id, CASE WHEN no % 3 = 0 THEN ids[1 + no % cardinality(ids)] END, CASE WHEN no % 3 = 1 THEN $1::timestamptz + interval '3 days' END,
          CASE WHEN no % 3 = 2 THEN $1::timestamptz END, $1::timestamptz
     FROM (SELECT array_agg(id ORDER BY id) AS ids FROM staff_accounts WHERE email LIKE '%@seed.example' AND role = 'support' AND disabled_at IS NULL) AS staff,
          (SELECT *, (row_number() OVER (PARTITION BY kind ORDER BY id))::int AS no FROM (
             SELECT 'card' AS kind, id FROM trial_signups WHERE state = 'billingInformation' AND created_at > ${SINCE} AND erased_at IS NULL
             UNION ALL SELECT 'code', id FROM trial_signups WHERE state = 'phoneVerification' AND created_at > ${SINCE} AND erased_at IS NULL
             UNION ALL SELECT 'payment', id FROM subscriptions WHERE state IN ('pastDue', 'unpaid')
             UNION ALL SELECT 'request', id FROM trial_requests WHERE state = 'new'
             UNION ALL SELECT 'application', id FROM ambassador_applications WHERE state = 'submitted') AS items) AS numbered
    WHERE no <= 12 ON CONFLICT DO NOTHING`,
  // A sign-up is taken as a whole, whichever group it is in.
  `INSERT INTO queue_items (kind, subject_id, owner_id, changed_at)
   SELECT DISTINCT ON (subject_id) 'signup', subject_id, owner_id, changed_at FROM queue_items
    WHERE kind IN ('card', 'code', 'payment') AND owner_id IS NOT NULL ON CONFLICT DO NOTHING`,
  `UPDATE queue_items SET owner_id = NULL WHERE kind IN ('card', 'code', 'payment')`,
];
