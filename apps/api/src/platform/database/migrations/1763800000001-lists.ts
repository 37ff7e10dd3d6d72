import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for the back office's lists at a million sign-ups, and the export log. */
export class Lists1763800000001 implements MigrationInterface {
  name = 'Lists1763800000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm`);
    await runner.query(`ALTER TABLE "trial_signups" ADD "contacted_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(SEARCH);
    await runner.query(INDEXES);
    await runner.query(EXPORTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "exports"`);
    await runner.query(`DROP FUNCTION trial_search_text CASCADE`);
    await runner.query(
      `DROP INDEX "trial_signups_newest", "trial_signups_incomplete", "trial_signups_by_name", "trial_signups_by_email",
         "trial_signups_by_church"`,
    );
    await runner.query(`ALTER TABLE "trial_signups" DROP COLUMN "contacted_at"`);
  }
}

/** Words are separated by blanks, so that a word of one or two letters, too short for a trigram, matches at its start. */
const SEARCH = `
CREATE FUNCTION trial_search_text(first_name text, last_name text, email text, church_name text, phone text, id bigint)
  RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || church_name || ' ' || phone || ' ' || id::text);
`;

/** A small pending list, so that the sign-up that flushes it is not slow. */
const INDEXES = `
CREATE INDEX "trial_signups_search" ON "trial_signups"
  USING gin (trial_search_text("first_name", "last_name", "email", "church_name", "phone", "id") gin_trgm_ops)
  WITH (gin_pending_list_limit = 512);
CREATE INDEX "trial_signups_newest" ON "trial_signups" ("created_at", "id")
  INCLUDE ("state", "phone_verified_at", "card_saved_at");
CREATE INDEX "trial_signups_incomplete" ON "trial_signups" ("created_at", "id")
  WHERE "state" = 'billingInformation' AND "superseded_by" IS NULL AND "email" <> '';
CREATE INDEX "trial_signups_by_name" ON "trial_signups" (lower("first_name" || ' ' || "last_name"), "id");
CREATE INDEX "trial_signups_by_email" ON "trial_signups" (lower("email"), "id");
CREATE INDEX "trial_signups_by_church" ON "trial_signups" (lower("church_name"), "id");
`;

const EXPORTS = `
CREATE TABLE "exports" (
  "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  "at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "account_id" integer NOT NULL,
  "list" text NOT NULL,
  "filter" jsonb NOT NULL,
  "columns" text array NOT NULL,
  "outcome" text NOT NULL,
  "rows" integer,
  "bytes" bigint,
  "sha256" text,
  CONSTRAINT "exports_outcome" CHECK ("outcome" IN ('running','complete','failed','cancelled')),
  CONSTRAINT "exports_complete" CHECK ("outcome" <> 'complete' OR ("rows" IS NOT NULL AND "bytes" IS NOT NULL AND "sha256" IS NOT NULL)),
  CONSTRAINT "PK_exports" PRIMARY KEY ("id")
);
`;
