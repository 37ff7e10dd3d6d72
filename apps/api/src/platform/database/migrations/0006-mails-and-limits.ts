import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails by the fact that they are sent for, the counters of rate limits, the limits that staff set, and the backups. */
export class MailsAndLimits0000000000006 implements MigrationInterface {
  name = 'MailsAndLimits0000000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE backups, dials, rate_limits, sent_mails CASCADE`);
  }
}

const UP = `
CREATE TABLE sent_mails (
  key text NOT NULL,
  subject_id bigint NOT NULL,
  message_id text NOT NULL,
  outcome text NOT NULL,
  settled_at timestamptz,
  copy bytea,
  CONSTRAINT "PK_4c62be140aad2e679f35c55b622" PRIMARY KEY (key)
);
CREATE INDEX sent_mails_subject ON sent_mails (subject_id);
CREATE INDEX sent_mails_bounced ON sent_mails (subject_id) WHERE outcome = 'bounced';
CREATE INDEX sent_mails_with_copy ON sent_mails (settled_at) WHERE copy IS NOT NULL;

CREATE UNLOGGED TABLE rate_limits (
  key character varying(255) NOT NULL,
  points integer NOT NULL DEFAULT 0,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);

CREATE TABLE dials (
  name text NOT NULL,
  value integer NOT NULL,
  set_at timestamptz NOT NULL,
  CONSTRAINT dials_pkey PRIMARY KEY (name)
);

CREATE TABLE backups (
  taken_at timestamptz NOT NULL DEFAULT now(),
  bytes bigint NOT NULL,
  CONSTRAINT backups_pkey PRIMARY KEY (taken_at)
);
`;
