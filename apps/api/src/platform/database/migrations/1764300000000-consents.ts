import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Consents to charges, recorded at the press of the button; a sign-up names the one its card was stored under. */
export class Consents1764300000000 implements MigrationInterface {
  name = 'Consents1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "consents" (
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "trial_id" bigint NOT NULL,
      "plan" text NOT NULL,
      "amount_in_cents" integer NOT NULL,
      "first_charge_at" TIMESTAMP WITH TIME ZONE NOT NULL,
      "text" text NOT NULL,
      "version" text NOT NULL,
      "form_id" text NOT NULL,
      "setup_intent_id" text NOT NULL,
      "agreed_at" TIMESTAMP WITH TIME ZONE NOT NULL,
      "address" inet,
      "card" jsonb,
      CONSTRAINT "consents_id" PRIMARY KEY ("id")
    )`);
    await runner.query(`CREATE INDEX "consents_trial" ON "consents" ("trial_id")`);
    await runner.query(`CREATE INDEX "consents_setup_intent" ON "consents" ("setup_intent_id")`);
    await runner.query(`ALTER TABLE "trial_signups" ADD COLUMN "consent_id" integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "trial_signups" DROP COLUMN "consent_id"`);
    await runner.query(`DROP TABLE "consents"`);
  }
}
