import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Subscriptions become workflow entities; invoices are mirrored as payments; prices that are no longer sold are kept. */
export class Subscriptions1763900000000 implements MigrationInterface {
  name = 'Subscriptions1763900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PRICES);
    await runner.query(SUBSCRIPTIONS);
    await runner.query(JOURNAL);
    await runner.query(PAYMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

const PRICES = `
ALTER TABLE "prices" ADD COLUMN "sold" boolean NOT NULL DEFAULT true;
ALTER TABLE "prices" ALTER COLUMN "sold" DROP DEFAULT;
ALTER TABLE "prices" DROP CONSTRAINT "UQ_cf4db19c79bbfe1652fe8ae08e8";
CREATE UNIQUE INDEX "prices_sold" ON "prices" ("tier") WHERE sold;
`;

const SUBSCRIPTIONS = `
ALTER TABLE "subscriptions" DROP CONSTRAINT "PK_a87248d73155605cf782be9ee5e";
ALTER TABLE "subscriptions" DROP CONSTRAINT "UQ_f93f45f835600d512bccfddcd78";
ALTER TABLE "subscriptions" RENAME COLUMN "id" TO "stripe_id";
ALTER TABLE "subscriptions" RENAME COLUMN "trial_id" TO "id";
ALTER TABLE "subscriptions" RENAME COLUMN "status" TO "state";
ALTER TABLE "subscriptions" ADD CONSTRAINT "PK_a87248d73155605cf782be9ee5e" PRIMARY KEY ("id");
ALTER TABLE "subscriptions" ADD CONSTRAINT "UQ_6f471fda26d674e197260ac69a1" UNIQUE ("stripe_id");
ALTER TABLE "subscriptions"
  ADD COLUMN "journal_seq" integer NOT NULL DEFAULT 1,
  ADD COLUMN "period_ends_at" TIMESTAMP WITH TIME ZONE,
  ADD COLUMN "cancel_at" TIMESTAMP WITH TIME ZONE,
  ADD COLUMN "card" jsonb,
  ADD COLUMN "reading" integer NOT NULL DEFAULT 0,
  ADD COLUMN "check_at" TIMESTAMP WITH TIME ZONE DEFAULT now(),
  ADD COLUMN "notice_at" TIMESTAMP WITH TIME ZONE,
  ADD COLUMN "closes_at" TIMESTAMP WITH TIME ZONE;
UPDATE "subscriptions" SET "state" = 'trialing', "period_ends_at" = "trial_ends_at", "closes_at" = "trial_ends_at",
  "notice_at" = "trial_ends_at" - interval '168 hours';
ALTER TABLE "subscriptions" ALTER COLUMN "period_ends_at" SET NOT NULL, ALTER COLUMN "closes_at" SET NOT NULL, ALTER COLUMN "journal_seq" DROP DEFAULT,
  ALTER COLUMN "check_at" DROP DEFAULT;
CREATE INDEX "subscriptions_check" ON "subscriptions" ("check_at");
CREATE INDEX "subscriptions_closing" ON "subscriptions" ("closes_at") WHERE state <> 'canceled';
CREATE INDEX "subscriptions_notice" ON "subscriptions" ("notice_at") WHERE state = 'trialing' AND cancel_at IS NULL;
`;

/** Existing rows start their journal as trialing; the next sync with the provider moves them to their real state. */
const JOURNAL = `
INSERT INTO workflow_moves (flow, version, from_state, event, to_state)
  VALUES ('subscription-life', '1', 'unstarted', 'trial.started', 'trialing') ON CONFLICT DO NOTHING;
INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at)
  SELECT 'subscription-life', '1', id, 1, 'trial.started', 'unstarted', 'trialing', 'job', 'migration', created_at FROM subscriptions;
CREATE CONSTRAINT TRIGGER subscriptions_created_with_journal AFTER INSERT ON subscriptions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION workflow_state_is_journaled('subscription-life');
CREATE CONSTRAINT TRIGGER subscriptions_moved_with_journal AFTER UPDATE OF state, journal_seq ON subscriptions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.journal_seq IS DISTINCT FROM NEW.journal_seq)
  EXECUTE FUNCTION workflow_state_is_journaled('subscription-life');
`;

const PAYMENTS = `
CREATE TABLE "payments" (
  "id" text NOT NULL,
  "subscription_id" bigint NOT NULL,
  "number" text,
  "status" text NOT NULL,
  "plan" text NOT NULL,
  "amount_in_cents" integer NOT NULL,
  "paid_in_cents" integer NOT NULL,
  "attempts" integer NOT NULL,
  "period_from" TIMESTAMP WITH TIME ZONE NOT NULL,
  "period_to" TIMESTAMP WITH TIME ZONE NOT NULL,
  "hosted_url" text,
  "next_attempt_at" TIMESTAMP WITH TIME ZONE,
  "paid_at" TIMESTAMP WITH TIME ZONE,
  "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  CONSTRAINT "payments_status" CHECK ("status" IN ('draft','open','paid','uncollectible','void')),
  CONSTRAINT "payments_paid" CHECK (("status" = 'paid') = ("paid_at" IS NOT NULL)),
  CONSTRAINT "PK_payments" PRIMARY KEY ("id"),
  CONSTRAINT "FK_75848dfef07fd19027e08ca81d2" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id")
);
CREATE TABLE "active_users" (
  "subscription_id" bigint NOT NULL,
  "month" integer NOT NULL,
  "user_id" text NOT NULL,
  "first_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  CONSTRAINT "PK_active_users" PRIMARY KEY ("subscription_id", "month", "user_id")
);
CREATE TABLE "closed_months" (
  "subscription_id" bigint NOT NULL,
  "month" integer NOT NULL,
  "closed_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "active_users" integer NOT NULL,
  "plan" text NOT NULL,
  "upgrade_to" text,
  "accepted_at" TIMESTAMP WITH TIME ZONE,
  CONSTRAINT "closed_months_accepted" CHECK ("accepted_at" IS NULL OR "upgrade_to" IS NOT NULL),
  CONSTRAINT "PK_closed_months" PRIMARY KEY ("subscription_id", "month")
);
CREATE INDEX "payments_subscription" ON "payments" ("subscription_id");
`;

const DOWN = `
DROP TABLE "payments", "active_users", "closed_months";
DROP TRIGGER subscriptions_created_with_journal ON subscriptions;
DROP TRIGGER subscriptions_moved_with_journal ON subscriptions;
DELETE FROM workflow_journal WHERE flow = 'subscription-life';
DROP INDEX "subscriptions_check", "subscriptions_closing", "subscriptions_notice", "prices_sold";
ALTER TABLE "subscriptions" DROP CONSTRAINT "UQ_6f471fda26d674e197260ac69a1";
ALTER TABLE "subscriptions" DROP CONSTRAINT "PK_a87248d73155605cf782be9ee5e";
ALTER TABLE "subscriptions" DROP COLUMN "journal_seq", DROP COLUMN "period_ends_at", DROP COLUMN "cancel_at", DROP COLUMN "card",
  DROP COLUMN "reading", DROP COLUMN "check_at", DROP COLUMN "notice_at", DROP COLUMN "closes_at";
ALTER TABLE "subscriptions" RENAME COLUMN "id" TO "trial_id";
ALTER TABLE "subscriptions" RENAME COLUMN "stripe_id" TO "id";
ALTER TABLE "subscriptions" RENAME COLUMN "state" TO "status";
ALTER TABLE "subscriptions" ADD CONSTRAINT "PK_a87248d73155605cf782be9ee5e" PRIMARY KEY ("id");
ALTER TABLE "subscriptions" ADD CONSTRAINT "UQ_f93f45f835600d512bccfddcd78" UNIQUE ("trial_id");
DELETE FROM "prices" WHERE NOT sold;
ALTER TABLE "prices" DROP COLUMN "sold";
ALTER TABLE "prices" ADD CONSTRAINT "UQ_cf4db19c79bbfe1652fe8ae08e8" UNIQUE ("tier");
`;
