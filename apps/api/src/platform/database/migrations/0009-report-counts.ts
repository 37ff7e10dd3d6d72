import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Kept counts of the reports. */
export class ReportCounts0000000000009 implements MigrationInterface {
  name = 'ReportCounts0000000000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE changed_payments, billed_months, changed_signups, counted_signups, signup_counts_basis, signup_counts CASCADE`,
    );
    await runner.query(`DROP FUNCTION signup_changed, payment_changed CASCADE`);
  }
}

const UP = `
CREATE TABLE signup_counts (
  day date NOT NULL,
  selected_plan text NOT NULL,
  church_size text NOT NULL,
  registered integer NOT NULL,
  verified integer NOT NULL,
  card integer NOT NULL,
  account integer NOT NULL,
  in_trial integer NOT NULL,
  paid integer NOT NULL,
  owing integer NOT NULL,
  ended_unpaid integer NOT NULL,
  signup_phone_verification integer NOT NULL DEFAULT 0,
  signup_billing_information integer NOT NULL DEFAULT 0,
  signup_opening_account integer NOT NULL DEFAULT 0,
  signup_success integer NOT NULL DEFAULT 0,
  signup_already_member integer NOT NULL DEFAULT 0,
  signup_cancelled integer NOT NULL DEFAULT 0,
  member_trialing integer NOT NULL DEFAULT 0,
  member_active integer NOT NULL DEFAULT 0,
  member_past_due integer NOT NULL DEFAULT 0,
  member_unpaid integer NOT NULL DEFAULT 0,
  member_canceled integer NOT NULL DEFAULT 0,
  people integer NOT NULL DEFAULT 0,
  people_verified integer NOT NULL DEFAULT 0,
  contacted_registered integer NOT NULL DEFAULT 0,
  contacted_verified integer NOT NULL DEFAULT 0,
  contacted_card integer NOT NULL DEFAULT 0,
  contacted_account integer NOT NULL DEFAULT 0,
  CONSTRAINT signup_counts_pkey PRIMARY KEY (day, selected_plan, church_size)
);

CREATE TABLE signup_counts_basis (
  basis text NOT NULL,
  zone text NOT NULL,
  CONSTRAINT signup_counts_basis_pkey PRIMARY KEY (basis)
);

CREATE TABLE counted_signups (
  id bigint NOT NULL,
  day date NOT NULL,
  selected_plan text NOT NULL,
  church_size text NOT NULL,
  registered smallint NOT NULL,
  verified smallint NOT NULL,
  card smallint NOT NULL,
  account smallint NOT NULL,
  in_trial smallint NOT NULL,
  paid smallint NOT NULL,
  owing smallint NOT NULL,
  ended_unpaid smallint NOT NULL,
  signup_phone_verification smallint NOT NULL DEFAULT 0,
  signup_billing_information smallint NOT NULL DEFAULT 0,
  signup_opening_account smallint NOT NULL DEFAULT 0,
  signup_success smallint NOT NULL DEFAULT 0,
  signup_already_member smallint NOT NULL DEFAULT 0,
  signup_cancelled smallint NOT NULL DEFAULT 0,
  member_trialing smallint NOT NULL DEFAULT 0,
  member_active smallint NOT NULL DEFAULT 0,
  member_past_due smallint NOT NULL DEFAULT 0,
  member_unpaid smallint NOT NULL DEFAULT 0,
  member_canceled smallint NOT NULL DEFAULT 0,
  people smallint NOT NULL DEFAULT 0,
  people_verified smallint NOT NULL DEFAULT 0,
  email_hash bigint,
  phone_hash bigint,
  contacted_registered smallint NOT NULL DEFAULT 0,
  contacted_verified smallint NOT NULL DEFAULT 0,
  contacted_card smallint NOT NULL DEFAULT 0,
  contacted_account smallint NOT NULL DEFAULT 0,
  CONSTRAINT counted_signups_pkey PRIMARY KEY (id)
);
CREATE INDEX counted_signups_email ON counted_signups (email_hash);
CREATE INDEX counted_signups_phone ON counted_signups (phone_hash);

CREATE TABLE changed_signups (
  id bigint GENERATED ALWAYS AS IDENTITY,
  signup_id bigint NOT NULL,
  CONSTRAINT changed_signups_pkey PRIMARY KEY (id)
);

CREATE TABLE billed_months (
  zone text NOT NULL,
  month date NOT NULL,
  plan text NOT NULL,
  invoices integer NOT NULL,
  cents bigint NOT NULL,
  CONSTRAINT billed_months_pkey PRIMARY KEY (zone, month, plan)
);

CREATE TABLE changed_payments (
  id bigint GENERATED ALWAYS AS IDENTITY,
  paid_at timestamptz NOT NULL,
  plan text NOT NULL,
  invoices smallint NOT NULL,
  cents integer NOT NULL,
  CONSTRAINT changed_payments_pkey PRIMARY KEY (id)
);

CREATE FUNCTION signup_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed record := coalesce(NEW, OLD);
BEGIN
  IF TG_TABLE_NAME = 'payments' THEN
    INSERT INTO changed_signups (signup_id) VALUES (changed.subscription_id);
  ELSE
    INSERT INTO changed_signups (signup_id) VALUES (changed.id);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION payment_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.paid_at IS NOT NULL AND OLD.paid_in_cents > 0 THEN
    INSERT INTO changed_payments (paid_at, plan, invoices, cents) VALUES (OLD.paid_at, OLD.plan, -1, -OLD.paid_in_cents);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.paid_at IS NOT NULL AND NEW.paid_in_cents > 0 THEN
    INSERT INTO changed_payments (paid_at, plan, invoices, cents) VALUES (NEW.paid_at, NEW.plan, 1, NEW.paid_in_cents);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER payments_billed
  AFTER INSERT OR DELETE ON payments FOR EACH ROW
  EXECUTE FUNCTION payment_changed();

CREATE TRIGGER payments_billed_anew
  AFTER UPDATE ON payments FOR EACH ROW
  WHEN (old.paid_at IS DISTINCT FROM new.paid_at OR
    old.plan IS DISTINCT FROM new.plan OR
    old.paid_in_cents IS DISTINCT FROM new.paid_in_cents)
  EXECUTE FUNCTION payment_changed();

CREATE TRIGGER payments_counted
  AFTER INSERT OR DELETE ON payments FOR EACH ROW
  EXECUTE FUNCTION signup_changed();

CREATE TRIGGER payments_recounted
  AFTER UPDATE ON payments FOR EACH ROW
  WHEN (old.status IS DISTINCT FROM new.status OR
    old.paid_in_cents IS DISTINCT FROM new.paid_in_cents)
  EXECUTE FUNCTION signup_changed();

CREATE TRIGGER subscriptions_counted
  AFTER INSERT OR DELETE ON subscriptions FOR EACH ROW
  EXECUTE FUNCTION signup_changed();

CREATE TRIGGER subscriptions_recounted
  AFTER UPDATE ON subscriptions FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state)
  EXECUTE FUNCTION signup_changed();

CREATE TRIGGER trial_signups_counted
  AFTER INSERT OR DELETE ON trial_signups FOR EACH ROW
  EXECUTE FUNCTION signup_changed();

CREATE TRIGGER trial_signups_recounted
  AFTER UPDATE ON trial_signups FOR EACH ROW
  WHEN (old.created_at IS DISTINCT FROM new.created_at OR
    old.selected_plan IS DISTINCT FROM new.selected_plan OR
    old.church_size IS DISTINCT FROM new.church_size OR
    old.phone_verified_at IS DISTINCT FROM new.phone_verified_at OR
    old.card_saved_at IS DISTINCT FROM new.card_saved_at OR
    old.state IS DISTINCT FROM new.state OR
    old.superseded_by IS DISTINCT FROM new.superseded_by OR
    old.erased_at IS DISTINCT FROM new.erased_at OR
    old.email IS DISTINCT FROM new.email OR
    old.phone IS DISTINCT FROM new.phone OR
    old.contacted_at IS DISTINCT FROM new.contacted_at)
  EXECUTE FUNCTION signup_changed();
`;
