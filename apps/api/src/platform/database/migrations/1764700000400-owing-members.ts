import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members who owe, in the order in which the work queue lists them. */
export class OwingMembers1764700000400 implements MigrationInterface {
  name = 'OwingMembers1764700000400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "subscriptions_owing" ON "subscriptions" ("state_since", "id") WHERE "state" IN ('pastDue','unpaid')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "subscriptions_owing"`);
  }
}
