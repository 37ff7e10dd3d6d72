import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counting a request waits for no disk. After a crash of PostgreSQL the table is empty, and its limits begin anew. */
export class UnloggedLimits1764700000600 implements MigrationInterface {
  name = 'UnloggedLimits1764700000600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "rate_limits" SET UNLOGGED');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "rate_limits" SET LOGGED');
  }
}
