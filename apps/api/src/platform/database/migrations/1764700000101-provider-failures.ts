import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose provider calls failed since the last success of the step. */
export class ProviderFailures1764700000101 implements MigrationInterface {
  name = 'ProviderFailures1764700000101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "provider_failures" (
         "step" text NOT NULL, "subject_id" bigint NOT NULL, "first_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         "last_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "provider_failures_pkey" PRIMARY KEY ("step", "subject_id"))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "provider_failures"`);
  }
}
