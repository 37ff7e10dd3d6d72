import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Churches and the accounts of their members. */
export class Accounts0000000000003 implements MigrationInterface {
  name = 'Accounts0000000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE users, churches CASCADE`);
  }
}

const UP = `
CREATE TABLE churches (
  id integer GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  ministry_name text NOT NULL,
  city text NOT NULL,
  state text NOT NULL,
  size text NOT NULL,
  software text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT "PK_6048a6f37c897751d61cbb0347a" PRIMARY KEY (id)
);

CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY,
  trial_id bigint NOT NULL,
  church_id integer NOT NULL,
  status text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  phone text NOT NULL,
  "position" text NOT NULL,
  gender text NOT NULL,
  birthdate date NOT NULL,
  stripe_customer_id text,
  created_at timestamptz NOT NULL,
  opened_at timestamptz,
  new_email text,
  new_email_at timestamptz,
  new_email_proven_at timestamptz,
  new_email_from timestamptz,
  email_refused_at timestamptz,
  email_claimed_at timestamptz,
  new_phone text,
  new_phone_at timestamptz,
  receipts_email text,
  receipts_email_at timestamptz,
  receipts_email_proven_at timestamptz,
  CONSTRAINT "PK_a3ffb1c0c8416b9fc6f907b7433" PRIMARY KEY (id),
  CONSTRAINT "UQ_99a06d76f3deb2be190789bc297" UNIQUE (trial_id),
  CONSTRAINT "UQ_5ffbe395603641c29e8ce9b4c97" UNIQUE (stripe_customer_id),
  CONSTRAINT "UQ_a000cca60bcf04454e727699490" UNIQUE (phone),
  CONSTRAINT "UQ_d87b0da10cbb5c0bdb73164f480" UNIQUE (email_key),
  CONSTRAINT "REL_44724eb5230e0e127a7843f72a" UNIQUE (church_id),
  CONSTRAINT users_active CHECK (status <> 'active' OR opened_at IS NOT NULL AND stripe_customer_id IS NOT NULL),
  CONSTRAINT users_email_key CHECK (email_key = lower(email)),
  CONSTRAINT users_status CHECK (status IN ('opening', 'active', 'closed')),
  CONSTRAINT "FK_44724eb5230e0e127a7843f72a4" FOREIGN KEY (church_id) REFERENCES churches(id)
);
CREATE INDEX users_new_email_due ON users (new_email_from) WHERE new_email_proven_at IS NOT NULL;
CREATE INDEX users_email_refused ON users (trial_id) WHERE email_refused_at IS NOT NULL;
CREATE INDEX users_email_claimed ON users (trial_id) WHERE email_claimed_at IS NOT NULL;
`;
