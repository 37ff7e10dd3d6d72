import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which rows each member of staff already has in a file of a view, for "since my last file". */
export class ExportViews1764400000011 implements MigrationInterface {
  name = 'ExportViews1764400000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "exports" DROP COLUMN "view_id"`);
    await runner.query(`DROP TABLE "filed_rows", "export_views"`);
  }
}

const TABLES = `
CREATE TABLE "export_views" (
  "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  "account_id" integer NOT NULL,
  "hash" text NOT NULL,
  CONSTRAINT "export_views_hash" UNIQUE ("account_id", "hash"),
  CONSTRAINT "PK_export_views" PRIMARY KEY ("id")
);
CREATE TABLE "filed_rows" (
  "view_id" integer NOT NULL,
  "row_id" bigint NOT NULL,
  "export_id" bigint NOT NULL,
  CONSTRAINT "PK_filed_rows" PRIMARY KEY ("view_id", "row_id", "export_id"),
  CONSTRAINT "filed_rows_of_view" FOREIGN KEY ("view_id") REFERENCES "export_views"("id") ON DELETE CASCADE
);
ALTER TABLE "exports" ADD COLUMN "view_id" integer;
CREATE INDEX "exports_view" ON "exports" ("view_id", "at");
`;
