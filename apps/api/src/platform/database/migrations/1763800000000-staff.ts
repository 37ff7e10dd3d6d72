import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Staff accounts, sessions and the audit log, which refuses UPDATE, DELETE and TRUNCATE. */
export class Staff1763800000000 implements MigrationInterface {
  name = 'Staff1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(ONLY_ADDED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "audit_log", "database_unlocks", "staff_sessions", "staff_accounts"`);
    await runner.query(`DROP FUNCTION audit_log_only_grows`);
  }
}

const TABLES = `
CREATE TABLE "staff_accounts" (
  "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  "email" text NOT NULL,
  "role" text NOT NULL,
  "password_hash" text NOT NULL,
  "totp_secret" text,
  "totp_period" integer NOT NULL DEFAULT '0',
  "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "disabled_at" TIMESTAMP WITH TIME ZONE,
  CONSTRAINT "UQ_2ec5d5e2e0748521c1089ea63c8" UNIQUE ("email"),
  CONSTRAINT "staff_accounts_role" CHECK ("role" IN ('administrator','support')),
  CONSTRAINT "staff_accounts_email" CHECK ("email" = lower("email")),
  CONSTRAINT "PK_25e92938ce9b35cca161db052ed" PRIMARY KEY ("id")
);
CREATE TABLE "staff_sessions" (
  "token_hash" text NOT NULL,
  "account_id" integer NOT NULL,
  "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "seen_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  CONSTRAINT "PK_c435ca5b3c71d72635df8d4119d" PRIMARY KEY ("token_hash"),
  CONSTRAINT "FK_ac8c47ec9f306a17680e3358262" FOREIGN KEY ("account_id") REFERENCES "staff_accounts"("id")
);
CREATE INDEX "staff_sessions_account" ON "staff_sessions" ("account_id");
CREATE TABLE "database_unlocks" (
  "token_hash" text NOT NULL,
  "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  CONSTRAINT "PK_82451b7717388bde91a89b2457d" PRIMARY KEY ("token_hash")
);
CREATE TABLE "audit_log" (
  "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  "at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "account_id" integer,
  "action" text NOT NULL,
  "subject" text,
  "detail" jsonb NOT NULL DEFAULT '{}',
  "address" inet,
  "request_id" text NOT NULL,
  CONSTRAINT "PK_07fefa57f7f5ab8fc3f52b3ed0b" PRIMARY KEY ("id"),
  CONSTRAINT "FK_17720fc3dd22cf62dce6c1bd4c7" FOREIGN KEY ("account_id") REFERENCES "staff_accounts"("id")
);
CREATE INDEX "audit_log_account" ON "audit_log" ("account_id");
CREATE INDEX "audit_log_subject" ON "audit_log" ("subject");
`;

const ONLY_ADDED = `
CREATE FUNCTION audit_log_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log only grows: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_only_grows();
`;
