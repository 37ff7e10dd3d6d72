import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passkeys of staff, their challenges, and a counter of changes per account. */
export class Passkeys1764100000007 implements MigrationInterface {
  name = 'Passkeys1764100000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "staff_accounts" ADD COLUMN "passkey_changes" integer NOT NULL DEFAULT '0'`);
    await runner.query(TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "staff_passkey_challenges", "staff_passkeys"`);
    await runner.query(`ALTER TABLE "staff_accounts" DROP COLUMN "passkey_changes"`);
  }
}

const TABLES = `
CREATE TABLE "staff_passkeys" (
  "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  "account_id" integer NOT NULL,
  "credential_id" text NOT NULL,
  "public_key" bytea NOT NULL,
  "sign_count" bigint NOT NULL,
  "transports" text array NOT NULL,
  "backed_up" boolean NOT NULL,
  "name" text NOT NULL,
  "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "last_used_at" TIMESTAMP WITH TIME ZONE,
  CONSTRAINT "staff_passkeys_id" PRIMARY KEY ("id"),
  CONSTRAINT "staff_passkeys_credential" UNIQUE ("credential_id"),
  CONSTRAINT "staff_passkeys_of_account" FOREIGN KEY ("account_id") REFERENCES "staff_accounts"("id")
);
CREATE INDEX "staff_passkeys_account" ON "staff_passkeys" ("account_id");
CREATE TABLE "staff_passkey_challenges" (
  "challenge_hash" text NOT NULL,
  "account_id" integer NOT NULL,
  "purpose" text NOT NULL,
  "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  CONSTRAINT "staff_passkey_challenges_hash" PRIMARY KEY ("challenge_hash"),
  CONSTRAINT "staff_passkey_challenges_of_account" FOREIGN KEY ("account_id") REFERENCES "staff_accounts"("id"),
  CONSTRAINT "staff_passkey_challenges_purpose" CHECK ("purpose" IN ('sign-in','adding'))
)`;
