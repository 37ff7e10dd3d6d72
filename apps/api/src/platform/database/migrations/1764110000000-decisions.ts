import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A decision on an application: who took it, the personal words of its mail, and until when it can be undone. */
export class Decisions1764110000000 implements MigrationInterface {
  name = 'Decisions1764110000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "ambassador_applications"
      ADD COLUMN "pending_decision" text, ADD COLUMN "pending_until" TIMESTAMP WITH TIME ZONE,
      ADD COLUMN "decided_by" integer, ADD COLUMN "decision_note" text NOT NULL DEFAULT '',
      ADD CONSTRAINT "ambassador_applications_pending" CHECK (("pending_decision" IS NULL) = ("pending_until" IS NULL))`);
    await runner.query(`CREATE INDEX "ambassador_applications_pending_decisions" ON "ambassador_applications" ("pending_until")
      WHERE "pending_until" IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "ambassador_applications_pending_decisions"`);
    await runner.query(`ALTER TABLE "ambassador_applications" DROP CONSTRAINT "ambassador_applications_pending",
      DROP COLUMN "pending_decision", DROP COLUMN "pending_until", DROP COLUMN "decided_by", DROP COLUMN "decision_note"`);
  }
}
