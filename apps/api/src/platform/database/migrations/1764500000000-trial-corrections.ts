import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a field held before it was corrected. */
export class TrialCorrections1764500000000 implements MigrationInterface {
  name = 'TrialCorrections1764500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "trial_corrections" (
         "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "trial_id" bigint NOT NULL, "field" text NOT NULL,
         "previous" text NOT NULL, "at" TIMESTAMP WITH TIME ZONE NOT NULL,
         CONSTRAINT "trial_corrections_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "trial_corrections_trial" ON "trial_corrections" ("trial_id")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "trial_corrections"`);
  }
}
