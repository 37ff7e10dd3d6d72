import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index for since when an invoice of a member is open. */
export class OwingSince1764600000007 implements MigrationInterface {
  name = 'OwingSince1764600000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "workflow_journal_owing" ON "workflow_journal" ("subject_id", "at")
        WHERE "flow" = 'subscription-life' AND "to_state" IN ('pastDue', 'unpaid') AND "from_state" <> "to_state"`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "workflow_journal_owing"`);
  }
}
