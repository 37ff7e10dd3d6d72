import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables of the public forms, as the entities declare them. Applications are journaled like sign-ups. */
export class PublicForms1763700000000 implements MigrationInterface {
  name = 'PublicForms1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(GUARD);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM workflow_journal WHERE flow = 'ambassador-application'`);
    await runner.query(`DROP TABLE "ambassador_applications", "newsletter_subscriptions", "trial_requests"`);
  }
}

const TABLES = `
CREATE TABLE "ambassador_applications" (
  "id" bigint NOT NULL,
  "state" text NOT NULL,
  "journal_seq" integer NOT NULL,
  "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "decided_at" TIMESTAMP WITH TIME ZONE,
  "first_name" text NOT NULL,
  "last_name" text NOT NULL,
  "email" text NOT NULL,
  "phone" text NOT NULL,
  "position" text NOT NULL,
  "church_name" text NOT NULL,
  "church_city" text NOT NULL,
  "church_state" text NOT NULL,
  "church_size" text NOT NULL,
  "years_in_ministry" text NOT NULL,
  "why_interested" text NOT NULL,
  "repeat_key" text NOT NULL,
  CONSTRAINT "UQ_a899e44d781a78abe4653346c15" UNIQUE ("repeat_key"),
  CONSTRAINT "ambassador_applications_phone_digits" CHECK ("phone" ~ '^[0-9]{10}$'),
  CONSTRAINT "ambassador_applications_decided" CHECK (("state" IN ('approved','declined')) = ("decided_at" IS NOT NULL)),
  CONSTRAINT "PK_156229720f5f2b74e4cf77da603" PRIMARY KEY ("id")
);
CREATE TABLE "newsletter_subscriptions" (
  "id" bigint NOT NULL,
  "email" text NOT NULL,
  "email_key" text NOT NULL,
  "state" text NOT NULL,
  "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "asked_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "confirmed_at" TIMESTAMP WITH TIME ZONE,
  "unsubscribed_at" TIMESTAMP WITH TIME ZONE,
  CONSTRAINT "UQ_57cdeba4584127fd2a903a1329a" UNIQUE ("email_key"),
  CONSTRAINT "newsletter_subscriptions_unsubscribed" CHECK ("state" <> 'unsubscribed' OR "unsubscribed_at" IS NOT NULL),
  CONSTRAINT "newsletter_subscriptions_confirmed" CHECK ("state" <> 'confirmed' OR "confirmed_at" IS NOT NULL),
  CONSTRAINT "newsletter_subscriptions_state" CHECK ("state" IN ('pending','confirmed','unsubscribed')),
  CONSTRAINT "newsletter_subscriptions_email_key" CHECK ("email_key" = lower("email")),
  CONSTRAINT "PK_cfca9a6e4f146a80a6cd2e76f1d" PRIMARY KEY ("id")
);
CREATE TABLE "trial_requests" (
  "id" bigint NOT NULL,
  "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "first_name" text NOT NULL,
  "last_name" text NOT NULL,
  "email" text NOT NULL,
  "phone" text NOT NULL,
  "church_name" text NOT NULL,
  "church_city" text NOT NULL,
  "church_state" text NOT NULL,
  "position" text NOT NULL,
  "church_size" text NOT NULL,
  "years_in_ministry" text NOT NULL,
  "why_interested" text NOT NULL,
  "repeat_key" text NOT NULL,
  CONSTRAINT "UQ_9f0bef6c5fe34cbf52460ce80ad" UNIQUE ("repeat_key"),
  CONSTRAINT "trial_requests_phone_digits" CHECK ("phone" ~ '^[0-9]{10}$'),
  CONSTRAINT "PK_2e89987f8c8ea9eb1a16107ac0d" PRIMARY KEY ("id")
);
`;

const GUARD = `
CREATE CONSTRAINT TRIGGER ambassador_applications_created_with_journal AFTER INSERT ON ambassador_applications
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION workflow_state_is_journaled('ambassador-application');
CREATE CONSTRAINT TRIGGER ambassador_applications_moved_with_journal AFTER UPDATE OF state, journal_seq ON ambassador_applications
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.journal_seq IS DISTINCT FROM NEW.journal_seq)
  EXECUTE FUNCTION workflow_state_is_journaled('ambassador-application');
`;
