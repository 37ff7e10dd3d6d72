import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Staff accounts, their sessions and passkeys, and the audit log. */
export class Staff0000000000007 implements MigrationInterface {
  name = 'Staff0000000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE audit_log, database_unlocks, staff_passkey_challenges, staff_passkeys, staff_sessions, staff_accounts CASCADE`,
    );
    await runner.query(`DROP FUNCTION audit_log_only_grows CASCADE`);
  }
}

const UP = `
CREATE TABLE staff_accounts (
  id integer GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  password_hash text NOT NULL,
  totp_secret bytea,
  totp_period integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  version integer NOT NULL DEFAULT 0,
  invited_at timestamptz,
  CONSTRAINT "PK_25e92938ce9b35cca161db052ed" PRIMARY KEY (id),
  CONSTRAINT "UQ_2ec5d5e2e0748521c1089ea63c8" UNIQUE (email),
  CONSTRAINT staff_accounts_name UNIQUE (name),
  CONSTRAINT staff_accounts_email CHECK (email = lower(email)),
  CONSTRAINT staff_accounts_role CHECK (role IN ('administrator', 'support'))
);

CREATE TABLE staff_sessions (
  token_hash text NOT NULL,
  account_id integer NOT NULL,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  CONSTRAINT "PK_c435ca5b3c71d72635df8d4119d" PRIMARY KEY (token_hash),
  CONSTRAINT "FK_ac8c47ec9f306a17680e3358262" FOREIGN KEY (account_id) REFERENCES staff_accounts(id)
);
CREATE INDEX staff_sessions_account ON staff_sessions (account_id);

CREATE TABLE staff_passkeys (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  CONSTRAINT staff_passkeys_id PRIMARY KEY (id),
  CONSTRAINT staff_passkeys_credential UNIQUE (credential_id),
  CONSTRAINT staff_passkeys_of_account FOREIGN KEY (account_id) REFERENCES staff_accounts(id)
);
CREATE INDEX staff_passkeys_account ON staff_passkeys (account_id);

CREATE TABLE staff_passkey_challenges (
  challenge_hash text NOT NULL,
  account_id integer NOT NULL,
  purpose text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT staff_passkey_challenges_hash PRIMARY KEY (challenge_hash),
  CONSTRAINT staff_passkey_challenges_purpose CHECK (purpose IN ('sign-in', 'adding')),
  CONSTRAINT staff_passkey_challenges_of_account FOREIGN KEY (account_id) REFERENCES staff_accounts(id)
);

CREATE TABLE database_unlocks (
  token_hash text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT "PK_82451b7717388bde91a89b2457d" PRIMARY KEY (token_hash)
);

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  account_id integer,
  action text NOT NULL,
  subject text,
  detail jsonb NOT NULL DEFAULT '{}',
  address inet,
  request_id text NOT NULL,
  CONSTRAINT "PK_07fefa57f7f5ab8fc3f52b3ed0b" PRIMARY KEY (id),
  CONSTRAINT "FK_17720fc3dd22cf62dce6c1bd4c7" FOREIGN KEY (account_id) REFERENCES staff_accounts(id)
);
CREATE INDEX audit_log_account ON audit_log (account_id);
CREATE INDEX audit_log_subject ON audit_log (subject);
CREATE INDEX audit_log_newest ON audit_log (at, id);

CREATE FUNCTION audit_log_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log only grows: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER audit_log_only_grows
  BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT
  EXECUTE FUNCTION audit_log_only_grows();
`;
