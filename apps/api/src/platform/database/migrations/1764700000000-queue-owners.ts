import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A sign-up is taken as a whole, whichever group of the queue it is in: its owner is in an item of kind `signup`. */
export class QueueOwners1764700000000 implements MigrationInterface {
  name = 'QueueOwners1764700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO "queue_items" ("kind", "subject_id", "owner_id", "changed_at")
       SELECT DISTINCT ON ("subject_id") 'signup', "subject_id", "owner_id", "changed_at" FROM "queue_items"
        WHERE "owner_id" IS NOT NULL AND "kind" IN ('opening', 'payment', 'card', 'code')
        ORDER BY "subject_id", "changed_at" DESC`,
    );
    await runner.query(
      `CREATE INDEX "queue_items_owned" ON "queue_items" ("owner_id", "subject_id") WHERE "owner_id" IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX "queue_items_snoozed" ON "queue_items" ("kind", "snoozed_until") WHERE "snoozed_until" IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "queue_items_owned", "queue_items_snoozed"`);
    await runner.query(`DELETE FROM "queue_items" WHERE "kind" = 'signup'`);
  }
}
