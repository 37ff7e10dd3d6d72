import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Work of the staff: the queue, notes, saved views and exports. Open pages of the back office hear of changes. */
export class BackOffice0000000000008 implements MigrationInterface {
  name = 'BackOffice0000000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE exports, saved_views, staff_notes, queue_items CASCADE`);
    await runner.query(`DROP FUNCTION announce_changes CASCADE`);
  }
}

/** Table, event and payload of each notification: the id of a record, or a word. */
const ANNOUNCED = [
  ['workflow_journal', 'INSERT', 'subject_id'],
  ['workflow_journal', 'UPDATE', 'subject_id'],
  ['subscriptions', 'UPDATE', 'id'],
  ['trial_requests', 'UPDATE', 'id'],
  ['sent_mails', 'UPDATE', 'subject_id'],
  ['staff_notes', 'INSERT', 'subject_id'],
  ['queue_items', 'INSERT', "'queue'"],
  ['queue_items', 'UPDATE', "'queue'"],
  ['provider_failures', 'INSERT', "'queue'"],
  ['provider_failures', 'DELETE', "'queue'"],
  ['staff_sessions', 'DELETE', "'session'"],
] as const;

const UP = `
CREATE TABLE queue_items (
  kind text NOT NULL,
  subject_id bigint NOT NULL,
  owner_id integer,
  snoozed_until timestamptz,
  done_at timestamptz,
  changed_at timestamptz NOT NULL,
  CONSTRAINT queue_items_pkey PRIMARY KEY (kind, subject_id),
  CONSTRAINT queue_items_owner FOREIGN KEY (owner_id) REFERENCES staff_accounts(id)
);
CREATE INDEX queue_items_changed ON queue_items (changed_at);
CREATE INDEX queue_items_owned ON queue_items (owner_id, subject_id) WHERE owner_id IS NOT NULL;
CREATE INDEX queue_items_snoozed ON queue_items (kind, snoozed_until) WHERE snoozed_until IS NOT NULL;

CREATE TABLE staff_notes (
  id bigint GENERATED ALWAYS AS IDENTITY,
  flow text NOT NULL,
  subject_id bigint NOT NULL,
  account_id integer NOT NULL,
  text text NOT NULL,
  at timestamptz NOT NULL,
  CONSTRAINT "PK_STAFF_NOTES" PRIMARY KEY (id)
);
CREATE INDEX staff_notes_subject ON staff_notes (flow, subject_id);

CREATE TABLE saved_views (
  id integer GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  path text NOT NULL,
  query jsonb NOT NULL,
  name text NOT NULL,
  shared boolean NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT saved_views_pkey PRIMARY KEY (id),
  CONSTRAINT saved_views_account FOREIGN KEY (account_id) REFERENCES staff_accounts(id)
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (account_id, path, lower(name));

CREATE TABLE exports (
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  account_id integer NOT NULL,
  list text NOT NULL,
  filter jsonb NOT NULL,
  columns text[] NOT NULL,
  outcome text NOT NULL,
  "rows" integer,
  snapshot text,
  cluster bigint,
  CONSTRAINT "PK_exports" PRIMARY KEY (id),
  CONSTRAINT exports_complete CHECK (outcome <> 'complete' OR rows IS NOT NULL),
  CONSTRAINT exports_outcome CHECK (outcome IN ('running', 'complete', 'failed', 'cancelled'))
);

-- Notifies of the records that a statement changed. Of one that changes many, such as the seed, no page waits for all.
CREATE FUNCTION announce_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT pg_notify(''changes'', what::text) FROM (SELECT DISTINCT %s AS what FROM changed LIMIT 100) AS records', TG_ARGV[0]);
  RETURN NULL;
END $$;
${ANNOUNCED.map(
  ([table, event, what]) => `
CREATE TRIGGER ${table}_${event.toLowerCase()}_announced AFTER ${event} ON ${table}
  REFERENCING ${event === 'DELETE' ? 'OLD' : 'NEW'} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changes($$${what}$$);`,
).join('')}
`;
