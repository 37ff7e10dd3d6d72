import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The charts' transitions and the journal. A row of the journal is a transition of its chart, starts in the state where the row
 * before ended, and is written in the transaction that changes the state. Only the engine writes these tables: no entities.
 */
export class Workflow0000000000001 implements MigrationInterface {
  name = 'Workflow0000000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE workflow_journal, workflow_transitions CASCADE`);
    await runner.query(
      `DROP FUNCTION workflow_state_is_journaled, workflow_journal_count, workflow_journal_redact CASCADE`,
    );
  }
}

const UP = `
CREATE TABLE workflow_transitions (
  flow text NOT NULL,
  version text NOT NULL,
  from_state text NOT NULL,
  event text NOT NULL,
  to_state text NOT NULL,
  CONSTRAINT workflow_transitions_pkey PRIMARY KEY (flow, version, from_state, event, to_state)
);

CREATE TABLE workflow_journal (
  id bigint GENERATED ALWAYS AS IDENTITY,
  flow text NOT NULL,
  version text NOT NULL,
  subject_id bigint NOT NULL,
  seq integer,
  previous_seq integer GENERATED ALWAYS AS (NULLIF(seq - 1, 0)) STORED,
  event text,
  from_state text NOT NULL,
  to_state text NOT NULL,
  note text,
  actor text NOT NULL,
  request_id text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL,
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT workflow_journal_pkey PRIMARY KEY (id),
  CONSTRAINT workflow_journal_once UNIQUE (flow, subject_id, seq),
  CONSTRAINT workflow_journal_step UNIQUE (flow, subject_id, seq, to_state),
  CONSTRAINT workflow_journal_kind
    CHECK (event IS NOT NULL AND seq IS NOT NULL AND seq >= 1 AND note IS NULL
      OR event IS NULL AND seq IS NULL AND note IS NOT NULL AND from_state = to_state),
  CONSTRAINT workflow_journal_legal FOREIGN KEY (flow, version, from_state, event, to_state)
    REFERENCES workflow_transitions(flow, version, from_state, event, to_state),
  CONSTRAINT workflow_journal_unbroken FOREIGN KEY (flow, subject_id, previous_seq, from_state)
    REFERENCES workflow_journal(flow, subject_id, seq, to_state)
);
CREATE INDEX workflow_journal_subject ON workflow_journal (subject_id, id);
CREATE INDEX workflow_journal_codes ON workflow_journal (at) WHERE note = 'code sent' OR event = 'phone.verified';
-- What happened in each month, for the reports.
CREATE INDEX workflow_journal_steps ON workflow_journal (at, event)
  WHERE event IN ('signup.saved', 'phone.verified', 'card.saved', 'account.opened') AND from_state <> to_state;
-- What is billed, for the reports: who begins and ends to pay, what changes of the amounts, what is paid back.
CREATE INDEX workflow_journal_billed ON workflow_journal (at) WHERE flow = 'subscription-life'
  AND (from_state <> to_state AND from_state <> 'unstarted' OR note IN ('plan changed', 'price changed', 'plan started again', 'refunded', 'disputed'));
-- What is new or changed since a file.
CREATE INDEX workflow_journal_moves ON workflow_journal (tx) WHERE from_state <> to_state;

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

CREATE FUNCTION workflow_journal_count(of_flow text, of_subject bigint, of_note text, cause jsonb, last_at timestamptz, since text)
  RETURNS boolean LANGUAGE sql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH counted AS (
    UPDATE public.workflow_journal SET detail = detail || jsonb_build_object(
        'count', (detail->>'count')::int + 1,
        'last', to_char(last_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     WHERE id = (SELECT max(id) FROM public.workflow_journal
                  WHERE flow = of_flow AND subject_id = of_subject AND note = of_note AND detail @> cause AND detail ? 'count'
                    AND id > coalesce((SELECT max(id) FROM public.workflow_journal
                                        WHERE flow = of_flow AND subject_id = of_subject AND event = since), 0))
    RETURNING id)
  SELECT EXISTS (SELECT FROM counted);
$$;
REVOKE EXECUTE ON FUNCTION workflow_journal_count FROM PUBLIC;

CREATE FUNCTION workflow_journal_redact(of_flow text, of_subject bigint) RETURNS void LANGUAGE sql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE public.workflow_journal SET detail = detail - 'brand' - 'last4'
   WHERE flow = of_flow AND subject_id = of_subject AND detail ? 'last4';
$$;
REVOKE EXECUTE ON FUNCTION workflow_journal_redact FROM PUBLIC;
`;
