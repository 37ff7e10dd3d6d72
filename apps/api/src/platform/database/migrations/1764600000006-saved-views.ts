import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Saved views of lists, and files of them that are made by themselves. */
export class SavedViews1764600000006 implements MigrationInterface {
  name = 'SavedViews1764600000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "saved_views" (
         "id" integer GENERATED ALWAYS AS IDENTITY, "account_id" integer NOT NULL, "path" text NOT NULL, "query" jsonb NOT NULL,
         "name" text NOT NULL, "shared" boolean NOT NULL, "every" text NOT NULL, "rows" text NOT NULL,
         "next_file_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id"),
         CONSTRAINT "saved_views_every" CHECK ("every" IN ('never','day','week','month')),
         CONSTRAINT "saved_views_rows" CHECK ("rows" IN ('new','all')),
         CONSTRAINT "saved_views_account" FOREIGN KEY ("account_id") REFERENCES "staff_accounts" ("id"))`,
    );
    await runner.query(`CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" ("account_id", "path", lower("name"))`);
    await runner.query(
      `CREATE INDEX "saved_views_due" ON "saved_views" ("next_file_at") WHERE "next_file_at" IS NOT NULL`,
    );
    await outcomes(runner, `'running','complete','failed','cancelled','scheduled'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "exports" WHERE "outcome" = 'scheduled'`);
    await outcomes(runner, `'running','complete','failed','cancelled'`);
    await runner.query(`DROP TABLE "saved_views"`);
  }
}

async function outcomes(runner: QueryRunner, names: string): Promise<void> {
  await runner.query(
    `ALTER TABLE "exports" DROP CONSTRAINT "exports_outcome", ADD CONSTRAINT "exports_outcome" CHECK ("outcome" IN (${names}))`,
  );
}
