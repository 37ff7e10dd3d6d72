import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ambassador applications, trial requests and newsletter subscriptions. */
export class PublicForms0000000000005 implements MigrationInterface {
  name = 'PublicForms0000000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE newsletter_subscriptions, trial_request_answers, trial_requests, ambassador_applications CASCADE`,
    );
    await runner.query('DROP FUNCTION row_changed CASCADE');
  }
}

const UP = `
CREATE TABLE ambassador_applications (
  id bigint NOT NULL,
  state text NOT NULL,
  journal_seq integer NOT NULL,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  "position" text NOT NULL,
  church_name text NOT NULL,
  church_city text NOT NULL,
  church_state text NOT NULL,
  church_size text NOT NULL,
  years_in_ministry text NOT NULL,
  why_interested text NOT NULL,
  repeat_key text NOT NULL,
  pending_decision text,
  pending_until timestamptz,
  decided_by integer,
  decision_words text NOT NULL DEFAULT '',
  CONSTRAINT "PK_156229720f5f2b74e4cf77da603" PRIMARY KEY (id),
  CONSTRAINT "UQ_a899e44d781a78abe4653346c15" UNIQUE (repeat_key),
  CONSTRAINT ambassador_applications_decided CHECK ((state IN ('approved', 'declined')) = (decided_at IS NOT NULL)),
  CONSTRAINT ambassador_applications_pending CHECK ((pending_decision IS NULL) = (pending_until IS NULL)),
  CONSTRAINT ambassador_applications_phone_digits CHECK (phone ~ '^[0-9]{10}$')
);
CREATE INDEX ambassador_applications_pending_decisions ON ambassador_applications (pending_until) WHERE pending_until IS NOT NULL;
CREATE INDEX ambassador_applications_search ON ambassador_applications
  USING gin (folded(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || church_name || ' ' || phone || ' ' || id::text) gin_trgm_ops,
    folded(' ' || first_name || ' ' || last_name || ' ' || church_name || ' ' || id::text) gin_trgm_ops,
    folded(' ' || church_city) gin_trgm_ops);
CREATE INDEX ambassador_applications_newest ON ambassador_applications (created_at);
CREATE INDEX ambassador_applications_by_email ON ambassador_applications (lower(email));
CREATE INDEX ambassador_applications_phone ON ambassador_applications (phone);

CREATE TABLE trial_requests (
  id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  church_name text NOT NULL,
  church_city text NOT NULL,
  church_state text NOT NULL,
  "position" text NOT NULL,
  church_size text NOT NULL,
  years_in_ministry text NOT NULL,
  why_interested text NOT NULL,
  repeat_key text NOT NULL,
  state text NOT NULL DEFAULT 'new',
  owner_id integer,
  answered_at timestamptz,
  answered_by integer,
  closed_at timestamptz,
  staff_notified_at timestamptz,
  changed_tx text NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT "PK_2e89987f8c8ea9eb1a16107ac0d" PRIMARY KEY (id),
  CONSTRAINT "UQ_9f0bef6c5fe34cbf52460ce80ad" UNIQUE (repeat_key),
  CONSTRAINT trial_requests_answered CHECK (state = 'closed' OR (state = 'answered') = (answered_at IS NOT NULL)),
  CONSTRAINT trial_requests_closed CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
  CONSTRAINT trial_requests_phone_digits CHECK (phone ~ '^[0-9]{10}$'),
  CONSTRAINT trial_requests_state CHECK (state IN ('new', 'answered', 'closed'))
);
CREATE INDEX trial_requests_search ON trial_requests
  USING gin (folded(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || church_name || ' ' || phone || ' ' || id::text) gin_trgm_ops,
    folded(' ' || first_name || ' ' || last_name || ' ' || church_name || ' ' || id::text) gin_trgm_ops,
    folded(' ' || church_city) gin_trgm_ops);
CREATE INDEX trial_requests_newest ON trial_requests (created_at);
CREATE INDEX trial_requests_by_email ON trial_requests (lower(email));
CREATE INDEX trial_requests_phone ON trial_requests (phone);
CREATE INDEX trial_requests_staff_notified ON trial_requests (staff_notified_at);

CREATE TABLE trial_request_answers (
  id bigint NOT NULL,
  request_id bigint NOT NULL,
  account_id integer NOT NULL,
  text text NOT NULL,
  at timestamptz NOT NULL,
  CONSTRAINT trial_request_answers_id PRIMARY KEY (id),
  CONSTRAINT trial_request_answers_of_request FOREIGN KEY (request_id) REFERENCES trial_requests(id) ON DELETE CASCADE
);
CREATE INDEX trial_request_answers_request ON trial_request_answers (request_id);

CREATE TABLE newsletter_subscriptions (
  id bigint NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  state text NOT NULL,
  created_at timestamptz NOT NULL,
  requested_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  changed_tx text NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT "PK_cfca9a6e4f146a80a6cd2e76f1d" PRIMARY KEY (id),
  CONSTRAINT "UQ_57cdeba4584127fd2a903a1329a" UNIQUE (email_key),
  CONSTRAINT newsletter_subscriptions_confirmed CHECK (state <> 'confirmed' OR confirmed_at IS NOT NULL),
  CONSTRAINT newsletter_subscriptions_email_key CHECK (email_key = lower(email)),
  CONSTRAINT newsletter_subscriptions_state CHECK (state IN ('pending', 'confirmed', 'unsubscribed')),
  CONSTRAINT newsletter_subscriptions_unsubscribed CHECK (state <> 'unsubscribed' OR unsubscribed_at IS NOT NULL)
);
CREATE INDEX newsletter_subscriptions_search ON newsletter_subscriptions
  USING gin (folded(' ' || email || ' ' || id::text) gin_trgm_ops);
CREATE INDEX newsletter_subscriptions_newest ON newsletter_subscriptions (created_at);

-- The transaction that saved the row or changed its state last, for the files of what is new or changed.
CREATE FUNCTION row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_tx := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER trial_requests_changed BEFORE UPDATE OF state ON trial_requests
  FOR EACH ROW EXECUTE FUNCTION row_changed();
CREATE TRIGGER newsletter_subscriptions_changed BEFORE UPDATE OF state ON newsletter_subscriptions
  FOR EACH ROW EXECUTE FUNCTION row_changed();

CREATE CONSTRAINT TRIGGER ambassador_applications_created_with_journal
  AFTER INSERT ON ambassador_applications DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION workflow_state_is_journaled('ambassador-application');

CREATE CONSTRAINT TRIGGER ambassador_applications_moved_with_journal
  AFTER UPDATE OF state, journal_seq ON ambassador_applications DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state OR old.journal_seq IS DISTINCT FROM new.journal_seq)
  EXECUTE FUNCTION workflow_state_is_journaled('ambassador-application');
`;
