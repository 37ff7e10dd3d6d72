import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A pending erasure: when it was requested, and by which staff account. */
export class Erasures1764100000005 implements MigrationInterface {
  name = 'Erasures1764100000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "trial_signups" ADD COLUMN "erasure_asked_at" TIMESTAMP WITH TIME ZONE,
      ADD COLUMN "erasure_asked_by" integer`);
    await runner.query(`CREATE INDEX "trial_signups_erasures" ON "trial_signups" ("erasure_asked_at")
      WHERE "erasure_asked_at" IS NOT NULL AND "erased_at" IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "trial_signups_erasures"`);
    await runner.query(`ALTER TABLE "trial_signups" DROP COLUMN "erasure_asked_at", DROP COLUMN "erasure_asked_by"`);
  }
}
