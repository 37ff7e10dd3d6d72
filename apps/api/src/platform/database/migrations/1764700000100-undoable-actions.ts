import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Support actions that can be undone for a few seconds; the held ones are done after that. */
export class UndoableActions1764700000100 implements MigrationInterface {
  name = 'UndoableActions1764700000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "undoable_actions" (
         "trial_id" bigint NOT NULL, "action" text NOT NULL, "detail" jsonb NOT NULL, "held" boolean NOT NULL,
         "until" TIMESTAMP WITH TIME ZONE NOT NULL, "account_id" integer NOT NULL, "actor" text NOT NULL,
         "request_id" text NOT NULL,
         CONSTRAINT "undoable_actions_pkey" PRIMARY KEY ("trial_id", "action"))`,
    );
    await runner.query(`CREATE INDEX "undoable_actions_until" ON "undoable_actions" ("until")`);
    await runner.query(
      `ALTER TABLE "undoable_actions" ADD CONSTRAINT "undoable_actions_account" FOREIGN KEY ("account_id") REFERENCES "staff_accounts" ("id")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "undoable_actions"`);
  }
}
