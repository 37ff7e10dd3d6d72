import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-ups, their phone codes, agreements and corrections. */
export class SignUps0000000000002 implements MigrationInterface {
  name = 'SignUps0000000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE trial_corrections, consents, phone_verifications, trial_signups CASCADE`);
    await runner.query(`DROP FUNCTION folded, card_declined CASCADE`);
  }
}

const UP = `
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent SCHEMA public;

-- How texts are searched and sorted: without case, accents, apostrophes, periods and what joins letters, and with one kind of dash.
-- It is as immutable as the rules of unaccent: where they change with a new version of PostgreSQL, its indexes are built again.
-- Most texts are ASCII, and PL/pgSQL costs a third of SQL here. Indexes are built without a search path.
-- With the default cost the list would rather fold each row, from the newest on, than read the index of a search.
CREATE FUNCTION folded(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 400 AS $$
BEGIN
  IF octet_length($1) = length($1) THEN
    RETURN replace(replace(lower($1), '''', ''), '.', '');
  END IF;
  RETURN translate(lower(public.unaccent('public.unaccent', $1)), '''.\u200C\u200D\u200E\u200F\uFE0F', '');
END $$;
SELECT folded('É');

CREATE TABLE trial_signups (
  -- What lists filter and reports count comes first: PostgreSQL reads a row from its beginning.
  id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  journal_seq integer NOT NULL,
  state text NOT NULL,
  counts_as_person boolean,
  heard_from smallint,
  phone_verified_at timestamptz,
  email_proven_at timestamptz,
  card_saved_at timestamptz,
  contacted_at timestamptz,
  erased_at timestamptz,
  superseded_by bigint,
  selected_plan text NOT NULL,
  church_state text NOT NULL,
  church_size text NOT NULL,
  "position" text NOT NULL,
  card_declined_with text,
  invoice_declined_with text,
  declined_invoice_paid boolean,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  church_name text NOT NULL,
  ministry_name text NOT NULL,
  church_city text NOT NULL,
  how_heard_about text NOT NULL,
  church_software text NOT NULL,
  gender text NOT NULL,
  birthdate date NOT NULL,
  message text NOT NULL,
  idempotency_key text,
  idempotency_browser text,
  idempotency_body text,
  browser_keys text[] NOT NULL DEFAULT '{}',
  stripe_customer_id text,
  setup_intent_id text,
  setup_intent_attempt integer NOT NULL DEFAULT 0,
  provider_attempt integer NOT NULL DEFAULT 0,
  setup_intent_at timestamptz,
  checkout_session_id text,
  card_check_at timestamptz,
  payment_method_id text,
  card jsonb,
  card_fingerprint text,
  trial_ends_at timestamptz,
  opening_at timestamptz,
  reminders integer NOT NULL DEFAULT 0,
  reminders_stopped_at timestamptz,
  erasure_requested_at timestamptz,
  erasure_requested_by integer,
  erasure_records bigint[] NOT NULL DEFAULT '{}',
  consent_id integer,
  card_unknown_since timestamptz,
  CONSTRAINT trial_signups_repeat UNIQUE (idempotency_key, idempotency_browser),
  CONSTRAINT "PK_1376f8d57850f2bddf4d50a041a" PRIMARY KEY (id),
  CONSTRAINT "UQ_4d7759ffa2e5d4bcbdf2d1595f3" UNIQUE (setup_intent_id),
  CONSTRAINT "UQ_a83db18488371cbb8246dc77dae" UNIQUE (stripe_customer_id),
  CONSTRAINT trial_signups_adult CHECK (birthdate <= ((created_at AT TIME ZONE 'UTC')::date - interval '17 years 364 days')),
  CONSTRAINT trial_signups_phone_digits CHECK (phone ~ '^[0-9]{10}$'),
  CONSTRAINT trial_signups_proven_phone CHECK ((state IN ('phoneVerification', 'cancelled')) OR phone_verified_at IS NOT NULL),
  CONSTRAINT trial_signups_stored_card
    CHECK ((state NOT IN ('openingAccount', 'success'))
      OR erased_at IS NOT NULL OR card_saved_at IS NOT NULL AND trial_ends_at IS NOT NULL AND payment_method_id IS NOT NULL)
);
-- The order of the lists and of what the search reads first; the days of reports and of the queue.
CREATE INDEX trial_signups_newest ON trial_signups (created_at, id);
-- The sweeps of reminders, stuck openings and retention; the list and the queue by state.
CREATE INDEX trial_signups_due ON trial_signups (state, last_seen_at) WHERE erased_at IS NULL;
-- The sweeps of cards to look for and of erasures; the queue of cards that are not known.
CREATE INDEX trial_signups_waiting ON trial_signups (id)
  WHERE card_check_at IS NOT NULL OR card_unknown_since IS NOT NULL OR erasure_requested_at IS NOT NULL AND erased_at IS NULL;
-- The search over every record and that of the list: any part of a word, and the city.
CREATE INDEX trial_signups_search ON trial_signups
  USING gin (folded(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || church_name || ' ' || phone || ' ' || id::text) gin_trgm_ops,
    folded(' ' || church_city) gin_trgm_ops)
  WITH (gin_pending_list_limit='512');
-- Others of the person by email: the search, the page of a person, privacy requests; the list by email.
CREATE INDEX trial_signups_by_email ON trial_signups (lower(email), id);
-- The list by name and by church.
CREATE INDEX trial_signups_by_name ON trial_signups (folded(first_name || ' ' || last_name), id);
CREATE INDEX trial_signups_by_church ON trial_signups (folded(church_name), id);
-- Others of the person by phone: the same, and the sweep that supersedes older sign-ups.
-- The states of members, for the board.
CREATE INDEX trial_signups_opened ON trial_signups (id) INCLUDE (church_state) WHERE state = 'success';
CREATE INDEX trial_signups_phone ON trial_signups (phone);
-- The sign-up of a browser, which every page of the site asks for.
CREATE INDEX trial_signups_browser_keys ON trial_signups USING gin (browser_keys);

CREATE TABLE phone_verifications (
  id integer GENERATED ALWAYS AS IDENTITY,
  subject_id bigint NOT NULL,
  phone text NOT NULL,
  provider_id text,
  status text NOT NULL,
  lane text NOT NULL,
  sends integer NOT NULL,
  tries integer NOT NULL,
  answer_lost boolean NOT NULL,
  started_at timestamptz NOT NULL,
  resend_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_try text,
  delivery text,
  delivery_due_at timestamptz,
  CONSTRAINT "PK_11ef2c1c5ed828b9636472db666" PRIMARY KEY (id),
  CONSTRAINT phone_verifications_tries CHECK (tries >= 0 AND tries <= 5)
);
CREATE INDEX phone_verifications_delivery_due ON phone_verifications (delivery_due_at) WHERE delivery_due_at IS NOT NULL;
CREATE INDEX phone_verifications_provider ON phone_verifications (provider_id);
CREATE INDEX phone_verifications_phone ON phone_verifications (phone);
CREATE INDEX phone_verifications_subject ON phone_verifications (subject_id, started_at);

CREATE TABLE consents (
  id integer GENERATED ALWAYS AS IDENTITY,
  trial_id bigint NOT NULL,
  plan text NOT NULL,
  amount_in_cents integer NOT NULL,
  first_charge_at timestamptz NOT NULL,
  text text NOT NULL,
  version text NOT NULL,
  form_id text,
  setup_intent_id text,
  agreed_at timestamptz NOT NULL,
  address inet,
  card jsonb,
  CONSTRAINT consents_id PRIMARY KEY (id)
);
CREATE INDEX consents_trial ON consents (trial_id);
CREATE INDEX consents_setup_intent ON consents (setup_intent_id);

CREATE TABLE trial_corrections (
  id bigint GENERATED ALWAYS AS IDENTITY,
  trial_id bigint NOT NULL,
  field text NOT NULL,
  previous text NOT NULL,
  at timestamptz NOT NULL,
  proven_at timestamptz,
  proven_by text,
  CONSTRAINT trial_corrections_pkey PRIMARY KEY (id)
);
CREATE INDEX trial_corrections_trial ON trial_corrections (trial_id);
-- The person who had a phone or an address before.
CREATE INDEX trial_corrections_proven ON trial_corrections (lower(previous)) WHERE proven_at IS NOT NULL;

CREATE FUNCTION card_declined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE trial_signups SET card_declined_with = NEW.detail->>'code' WHERE id = NEW.subject_id;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER trial_signups_created_with_journal
  AFTER INSERT ON trial_signups DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION workflow_state_is_journaled('trial-signup');

CREATE CONSTRAINT TRIGGER trial_signups_moved_with_journal
  AFTER UPDATE OF state, journal_seq ON trial_signups DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state OR old.journal_seq IS DISTINCT FROM new.journal_seq)
  EXECUTE FUNCTION workflow_state_is_journaled('trial-signup');

CREATE TRIGGER workflow_journal_declined
  AFTER INSERT ON workflow_journal FOR EACH ROW
  WHEN (new.flow = 'trial-signup' AND new.note = 'card declined' AND (new.detail ->> 'code') IS NOT NULL)
  EXECUTE FUNCTION card_declined();
`;
