import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The only two changes that a journal row allows. They run with the rights of the tables' owner, so that the serving role
 * needs no UPDATE right on the journal (`roles.ts`).
 */
export class JournalChanges1764200000000 implements MigrationInterface {
  name = 'JournalChanges1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REDACT);
    await runner.query(COUNT);
    for (const name of FUNCTIONS) await runner.query(`REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION ${FUNCTIONS.join(', ')}`);
  }
}

const FUNCTIONS = [
  'workflow_journal_redact(text, bigint)',
  'workflow_journal_count(text, bigint, text, jsonb, timestamptz, text)',
];

/** Erasure removes brand and last four digits of a card. */
const REDACT = `
CREATE FUNCTION workflow_journal_redact(of_flow text, of_subject bigint) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE public.workflow_journal SET detail = detail - 'brand' - 'last4'
   WHERE flow = of_flow AND subject_id = of_subject AND detail ? 'last4';
$$;
`;

/**
 * Increments count and last time of the newest note with this name and cause since the last event `since`, if that note
 * has a count. Returns whether there was one.
 */
const COUNT = `
CREATE FUNCTION workflow_journal_count(of_flow text, of_subject bigint, of_note text, cause jsonb, last_at timestamptz, since text)
  RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
`;
