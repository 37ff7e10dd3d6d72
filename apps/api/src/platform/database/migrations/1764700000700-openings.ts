import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The newest sign-ups whose account is not open yet, among all that are, without reading and sorting each of them. */
export class Openings1764700000700 implements MigrationInterface {
  name = 'Openings1764700000700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "trial_signups_opening" ON "trial_signups" ("created_at", "id") WHERE "state" = 'openingAccount'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "trial_signups_opening"');
  }
}
