import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has taken an item of the work queue, and until when it is hidden. */
export class QueueItems1764600000002 implements MigrationInterface {
  name = 'QueueItems1764600000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "queue_items" (
         "kind" text NOT NULL, "subject_id" bigint NOT NULL, "owner_id" integer, "snoozed_until" TIMESTAMP WITH TIME ZONE,
         "done_at" TIMESTAMP WITH TIME ZONE, "changed_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         CONSTRAINT "queue_items_pkey" PRIMARY KEY ("kind", "subject_id"))`,
    );
    await runner.query(`CREATE INDEX "queue_items_changed" ON "queue_items" ("changed_at")`);
    await runner.query(
      `ALTER TABLE "queue_items" ADD CONSTRAINT "queue_items_owner" FOREIGN KEY ("owner_id") REFERENCES "staff_accounts" ("id")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "queue_items"`);
  }
}
