import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reminders are counted and can be stopped. */
export class Reminders1763900000001 implements MigrationInterface {
  name = 'Reminders1763900000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "trial_signups" ADD COLUMN "reminders" integer NOT NULL DEFAULT 0,
      ADD COLUMN "reminders_stopped_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(`UPDATE "trial_signups" SET "reminders" = 1 WHERE "reminded_at" IS NOT NULL`);
    await runner.query(`ALTER TABLE "trial_signups" DROP COLUMN "reminded_at"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "trial_signups" ADD COLUMN "reminded_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(`UPDATE "trial_signups" SET "reminded_at" = "last_seen_at" WHERE "reminders" > 0`);
    await runner.query(`ALTER TABLE "trial_signups" DROP COLUMN "reminders", DROP COLUMN "reminders_stopped_at"`);
  }
}
