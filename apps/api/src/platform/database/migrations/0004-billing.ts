import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What Stripe sells and bills: products, prices, subscriptions, invoices, received events, and the active users of a month. */
export class Billing0000000000004 implements MigrationInterface {
  name = 'Billing0000000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE provider_failures, closed_months, active_users, stripe_events, payments, subscriptions, prices, products CASCADE`,
    );
    await runner.query(`DROP FUNCTION subscription_times, subscription_moved, invoice_declined CASCADE`);
  }
}

const UP = `
CREATE TABLE products (
  id text NOT NULL,
  name text NOT NULL,
  CONSTRAINT "PK_0806c755e0aca124e67c0cf6d7d" PRIMARY KEY (id)
);

CREATE TABLE prices (
  id text NOT NULL,
  tier text NOT NULL,
  product_id text NOT NULL,
  amount_in_cents integer NOT NULL,
  sold boolean NOT NULL,
  CONSTRAINT "PK_2e40b9e4e631a53cd514d82ccd2" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX prices_sold ON prices (tier) WHERE sold;

CREATE TABLE subscriptions (
  stripe_id text NOT NULL,
  id bigint NOT NULL,
  customer_id text NOT NULL,
  price_id text NOT NULL,
  plan text NOT NULL,
  state text NOT NULL,
  trial_ends_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  journal_seq integer NOT NULL,
  period_ends_at timestamptz NOT NULL,
  cancel_at timestamptz,
  card jsonb,
  payment_method_id text,
  card_since timestamptz,
  monthly_in_cents integer NOT NULL,
  next_charge jsonb,
  pause jsonb,
  sync_version integer NOT NULL DEFAULT 0,
  check_at timestamptz,
  notice_at timestamptz,
  closes_at timestamptz NOT NULL,
  active_users integer,
  plan_links_from timestamptz,
  signed_up_at timestamptz,
  state_since timestamptz,
  CONSTRAINT "PK_a87248d73155605cf782be9ee5e" PRIMARY KEY (id),
  CONSTRAINT "UQ_6f471fda26d674e197260ac69a1" UNIQUE (stripe_id),
  CONSTRAINT "UQ_98a4e1e3025f768de1493ecedec" UNIQUE (customer_id)
);
CREATE INDEX subscriptions_check ON subscriptions (check_at);
CREATE INDEX subscriptions_closing ON subscriptions (closes_at) WHERE state <> 'canceled';
CREATE INDEX subscriptions_notice ON subscriptions (notice_at) WHERE state = 'trialing' AND cancel_at IS NULL;
CREATE INDEX subscriptions_state ON subscriptions (state, id) INCLUDE (plan, monthly_in_cents, active_users);
CREATE INDEX subscriptions_card_digits ON subscriptions (((card ->> 'last4')), created_at) WHERE card IS NOT NULL;
CREATE INDEX subscriptions_card_missing ON subscriptions (id) WHERE card IS NULL AND next_charge IS NOT NULL;
CREATE INDEX subscriptions_card_expiring ON subscriptions (card_since) WHERE next_charge IS NOT NULL AND
  period_ends_at AT TIME ZONE 'UTC' >= make_date(left(card ->> 'expires', 4)::integer, right(card ->> 'expires', 2)::integer, 1) + interval '1 month';
CREATE INDEX subscriptions_newest ON subscriptions (signed_up_at, id) INCLUDE (state);
CREATE INDEX subscriptions_owing ON subscriptions (state_since, id) WHERE state IN ('pastDue', 'unpaid');

CREATE TABLE payments (
  id text NOT NULL,
  subscription_id bigint NOT NULL,
  number text,
  status text NOT NULL,
  plan text NOT NULL,
  amount_in_cents integer NOT NULL,
  paid_in_cents integer NOT NULL,
  refunded_in_cents integer NOT NULL DEFAULT 0,
  dispute jsonb,
  card jsonb,
  attempts integer NOT NULL,
  period_from timestamptz NOT NULL,
  period_to timestamptz NOT NULL,
  hosted_url text,
  next_attempt_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz NOT NULL,
  pdf_url text,
  declined_with text,
  lines jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT "PK_payments" PRIMARY KEY (id),
  CONSTRAINT payments_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
  CONSTRAINT payments_status CHECK (status IN ('draft', 'open', 'paid', 'uncollectible', 'void')),
  CONSTRAINT "FK_75848dfef07fd19027e08ca81d2" FOREIGN KEY (subscription_id) REFERENCES subscriptions(id)
);
CREATE INDEX payments_subscription ON payments (subscription_id);
-- Reports of months: who has paid, and what.
CREATE INDEX payments_paying ON payments (subscription_id) WHERE paid_in_cents > 0 AND paid_at IS NOT NULL;
CREATE INDEX payments_by_day ON payments (paid_at) INCLUDE (plan, paid_in_cents, subscription_id) WHERE paid_in_cents > 0;
CREATE INDEX payments_disputed ON payments (subscription_id) WHERE dispute ->> 'state' IN ('inquiry', 'needsResponse');
-- Few payments are disputed, which the planner cannot know of an expression without an index.
CREATE STATISTICS payments_dispute ON (dispute ->> 'state') FROM payments;
CREATE INDEX payments_number ON payments (lower(number));

CREATE TABLE stripe_events (
  id text NOT NULL,
  type text NOT NULL,
  object_id text NOT NULL,
  received_at timestamptz NOT NULL,
  created_at timestamptz,
  CONSTRAINT "PK_d3247bd5fc3f66b6982bbcdd897" PRIMARY KEY (id)
);
CREATE INDEX stripe_events_received ON stripe_events (received_at);

CREATE TABLE active_users (
  subscription_id bigint NOT NULL,
  month integer NOT NULL,
  user_id text NOT NULL,
  first_at timestamptz NOT NULL,
  CONSTRAINT "PK_active_users" PRIMARY KEY (subscription_id, month, user_id)
);

CREATE TABLE closed_months (
  subscription_id bigint NOT NULL,
  month integer NOT NULL,
  closed_at timestamptz NOT NULL,
  active_users integer NOT NULL,
  plan text NOT NULL,
  upgrade_to text,
  accepted_at timestamptz,
  CONSTRAINT "PK_closed_months" PRIMARY KEY (subscription_id, month),
  CONSTRAINT closed_months_accepted CHECK (accepted_at IS NULL OR upgrade_to IS NOT NULL)
);

CREATE TABLE provider_failures (
  step text NOT NULL,
  subject_id bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  CONSTRAINT provider_failures_pkey PRIMARY KEY (step, subject_id)
);

CREATE FUNCTION subscription_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.signed_up_at := (SELECT created_at FROM trial_signups WHERE id = NEW.id);
  NEW.state_since := (SELECT max(at) FROM workflow_journal WHERE flow = 'subscription-life' AND subject_id = NEW.id AND from_state <> to_state);
  RETURN NEW;
END $$;

CREATE FUNCTION subscription_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE subscriptions SET state_since = NEW.at WHERE id = NEW.subject_id;
  RETURN NULL;
END $$;

CREATE FUNCTION invoice_declined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE trial_signups SET invoice_declined_with = last.declined_with, declined_invoice_paid = last.paid
    FROM (SELECT declined_with, status = 'paid' AS paid FROM payments
           WHERE subscription_id = NEW.subscription_id AND declined_with IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 1) AS last
   WHERE trial_signups.id = NEW.subscription_id
     AND (invoice_declined_with, declined_invoice_paid) IS DISTINCT FROM (last.declined_with, last.paid);
  RETURN NULL;
END $$;

CREATE TRIGGER payments_declined
  AFTER INSERT ON payments FOR EACH ROW WHEN (new.declined_with IS NOT NULL)
  EXECUTE FUNCTION invoice_declined();

CREATE TRIGGER payments_declined_anew
  AFTER UPDATE ON payments FOR EACH ROW
  WHEN (new.declined_with IS NOT NULL AND (old.declined_with IS DISTINCT FROM new.declined_with OR old.status <> new.status))
  EXECUTE FUNCTION invoice_declined();

CREATE CONSTRAINT TRIGGER subscriptions_created_with_journal
  AFTER INSERT ON subscriptions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION workflow_state_is_journaled('subscription-life');

CREATE CONSTRAINT TRIGGER subscriptions_moved_with_journal
  AFTER UPDATE OF state, journal_seq ON subscriptions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state OR old.journal_seq IS DISTINCT FROM new.journal_seq)
  EXECUTE FUNCTION workflow_state_is_journaled('subscription-life');

CREATE TRIGGER subscriptions_times
  BEFORE INSERT ON subscriptions FOR EACH ROW
  EXECUTE FUNCTION subscription_times();

CREATE TRIGGER workflow_journal_moved
  AFTER INSERT ON workflow_journal FOR EACH ROW WHEN (new.flow = 'subscription-life' AND new.from_state <> new.to_state)
  EXECUTE FUNCTION subscription_moved();
`;
