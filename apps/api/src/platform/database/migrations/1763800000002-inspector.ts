import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns and indexes for the inspector, erasure, the health strip and a long audit log. */
export class Inspector1763800000002 implements MigrationInterface {
  name = 'Inspector1763800000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
CREATE TABLE "staff_notes" (
  "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  "flow" text NOT NULL,
  "subject_id" bigint NOT NULL,
  "account_id" integer NOT NULL,
  "text" text NOT NULL,
  "at" TIMESTAMP WITH TIME ZONE NOT NULL,
  CONSTRAINT "PK_STAFF_NOTES" PRIMARY KEY ("id")
);
CREATE INDEX "staff_notes_subject" ON "staff_notes" ("flow", "subject_id");
ALTER TABLE "trial_signups" ADD COLUMN "erased_at" TIMESTAMP WITH TIME ZONE;
ALTER TABLE "trial_signups" DROP CONSTRAINT "trial_signups_stored_card";
ALTER TABLE "trial_signups" ADD CONSTRAINT "trial_signups_stored_card" CHECK ("state" NOT IN ('openingAccount','success') OR "erased_at" IS NOT NULL OR ("card_saved_at" IS NOT NULL AND "trial_ends_at" IS NOT NULL AND "payment_method_id" IS NOT NULL));
CREATE INDEX "trial_signups_checkout" ON "trial_signups" ("checkout_session_id");
ALTER TABLE "stripe_events" ADD COLUMN "created_at" TIMESTAMP WITH TIME ZONE;
CREATE INDEX "stripe_events_received" ON "stripe_events" ("received_at");
CREATE INDEX "sent_mails_subject" ON "sent_mails" ("subject_id");
CREATE INDEX "audit_log_newest" ON "audit_log" ("at", "id");
CREATE INDEX workflow_journal_codes ON workflow_journal (at) WHERE note = 'code sent' OR event = 'phone.verified';
`;

const DOWN = `
DROP INDEX workflow_journal_codes;
DROP INDEX "audit_log_newest";
DROP INDEX "sent_mails_subject";
DROP INDEX "stripe_events_received";
ALTER TABLE "stripe_events" DROP COLUMN "created_at";
DROP INDEX "trial_signups_checkout";
ALTER TABLE "trial_signups" DROP CONSTRAINT "trial_signups_stored_card";
ALTER TABLE "trial_signups" ADD CONSTRAINT "trial_signups_stored_card" CHECK ("state" NOT IN ('openingAccount','success') OR ("card_saved_at" IS NOT NULL AND "trial_ends_at" IS NOT NULL AND "payment_method_id" IS NOT NULL)) NOT VALID;
ALTER TABLE "trial_signups" DROP COLUMN "erased_at";
DROP TABLE "staff_notes";
`;
