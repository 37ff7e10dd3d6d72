import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why the last card at sign-up and the last refused invoice were declined, in the words of the payment provider. Triggers keep
 * the columns of the sign-up, from which the reports count and the list filters.
 */
export class Declines1764700000220 implements MigrationInterface {
  name = 'Declines1764700000220';

  async up(runner: QueryRunner): Promise<void> {
    // Reads the notes of all declined cards.
    await runner.query('SET LOCAL statement_timeout = 0');
    await runner.query(COLUMNS);
    await runner.query(TRIGGERS);
    await runner.query(INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION "card_declined", "invoice_declined" CASCADE;
      ALTER TABLE "payments" DROP COLUMN "declined_with";
      ALTER TABLE "trial_signups" DROP COLUMN "card_declined_with", DROP COLUMN "invoice_declined_with", DROP COLUMN "declined_invoice_paid"`);
  }
}

const COLUMNS = `
ALTER TABLE "payments" ADD "declined_with" text;
ALTER TABLE "trial_signups" ADD "card_declined_with" text, ADD "invoice_declined_with" text, ADD "declined_invoice_paid" boolean;
UPDATE "trial_signups" SET "card_declined_with" = "last"."code"
  FROM (SELECT DISTINCT ON (subject_id) subject_id, detail->>'code' AS code FROM workflow_journal
         WHERE flow = 'trial-signup' AND note = 'card declined' AND detail->>'code' IS NOT NULL ORDER BY subject_id, id DESC) AS "last"
 WHERE "trial_signups"."id" = "last"."subject_id";
`;

const TRIGGERS = `
CREATE FUNCTION "card_declined"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE trial_signups SET card_declined_with = NEW.detail->>'code' WHERE id = NEW.subject_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "workflow_journal_declined" AFTER INSERT ON "workflow_journal" FOR EACH ROW
  WHEN (NEW.flow = 'trial-signup' AND NEW.note = 'card declined' AND NEW.detail->>'code' IS NOT NULL) EXECUTE FUNCTION "card_declined"();
CREATE FUNCTION "invoice_declined"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE trial_signups SET invoice_declined_with = last.declined_with, declined_invoice_paid = last.paid
    FROM (SELECT declined_with, status = 'paid' AS paid FROM payments
           WHERE subscription_id = NEW.subscription_id AND declined_with IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 1) AS last
   WHERE trial_signups.id = NEW.subscription_id
     AND (invoice_declined_with, declined_invoice_paid) IS DISTINCT FROM (last.declined_with, last.paid);
  RETURN NULL;
END $$;
CREATE TRIGGER "payments_declined" AFTER INSERT ON "payments" FOR EACH ROW
  WHEN (NEW.declined_with IS NOT NULL) EXECUTE FUNCTION "invoice_declined"();
CREATE TRIGGER "payments_declined_anew" AFTER UPDATE ON "payments" FOR EACH ROW
  WHEN (NEW.declined_with IS NOT NULL AND (OLD.declined_with IS DISTINCT FROM NEW.declined_with OR OLD.status <> NEW.status))
  EXECUTE FUNCTION "invoice_declined"();
`;

/** Whatever the reports count by and the list filters by, so that only people who were declined are read. */
const INDEXES = ['card', 'invoice']
  .map(
    (what) => `
CREATE INDEX "trial_signups_${what}_declined" ON "trial_signups" ("${what}_declined_with", "created_at", "id")
  INCLUDE ("superseded_by", "erased_at", "selected_plan", "church_size", "${what === 'card' ? 'card_saved_at' : 'declined_invoice_paid'}")
  WHERE "${what}_declined_with" IS NOT NULL;`,
  )
  .join('');
