import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The journal and its constraints: a row must be a transition of its chart, start in the state where the row before ended,
 * and be written in the transaction that changes the state. Only the engine writes these tables, so they have no entities.
 */
export class Workflow1763600000001 implements MigrationInterface {
  name = 'Workflow1763600000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(JOURNAL);
    await runner.query(GUARD);
    await runner.query(LIMITS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE rate_limits, workflow_journal, workflow_moves`);
    await runner.query(`DROP FUNCTION workflow_state_is_journaled() CASCADE`);
  }
}

const JOURNAL = `
CREATE TABLE workflow_moves (
  flow text NOT NULL,
  version text NOT NULL,
  from_state text NOT NULL,
  event text NOT NULL,
  to_state text NOT NULL,
  PRIMARY KEY (flow, version, from_state, event, to_state)
);
CREATE TABLE workflow_journal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  flow text NOT NULL,
  version text NOT NULL,
  subject_id bigint NOT NULL,
  seq int,
  previous_seq int GENERATED ALWAYS AS (nullif(seq - 1, 0)) STORED,
  event text,
  from_state text NOT NULL,
  to_state text NOT NULL,
  note text,
  actor text NOT NULL,
  request_id text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL,
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT workflow_journal_step UNIQUE (flow, subject_id, seq, to_state),
  CONSTRAINT workflow_journal_once UNIQUE (flow, subject_id, seq),
  CONSTRAINT workflow_journal_kind CHECK (
    (event IS NOT NULL AND seq IS NOT NULL AND seq >= 1 AND note IS NULL) OR
    (event IS NULL AND seq IS NULL AND note IS NOT NULL AND from_state = to_state)
  ),
  CONSTRAINT workflow_journal_legal FOREIGN KEY (flow, version, from_state, event, to_state)
    REFERENCES workflow_moves (flow, version, from_state, event, to_state),
  CONSTRAINT workflow_journal_unbroken FOREIGN KEY (flow, subject_id, previous_seq, from_state)
    REFERENCES workflow_journal (flow, subject_id, seq, to_state)
);
CREATE INDEX workflow_journal_subject ON workflow_journal (subject_id, id);
`;

const GUARD = `
CREATE FUNCTION workflow_state_is_journaled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM workflow_journal
     WHERE flow = TG_ARGV[0] AND subject_id = NEW.id AND seq = NEW.journal_seq
       AND to_state = NEW.state AND tx = pg_current_xact_id()
  ) THEN
    RAISE EXCEPTION 'state of % % changed without a journal row', TG_ARGV[0], NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER trial_signups_created_with_journal AFTER INSERT ON trial_signups
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION workflow_state_is_journaled('trial-signup');
CREATE CONSTRAINT TRIGGER trial_signups_moved_with_journal AFTER UPDATE OF state, journal_seq ON trial_signups
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.journal_seq IS DISTINCT FROM NEW.journal_seq)
  EXECUTE FUNCTION workflow_state_is_journaled('trial-signup');
`;

const LIMITS = `
CREATE TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points int NOT NULL DEFAULT 0,
  expire bigint
);
`;
