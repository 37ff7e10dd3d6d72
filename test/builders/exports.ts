/** The log of exports, and the connections of those that run. */
import pg from 'pg';
import type { Stack } from '../support/index.ts';

/** The log, oldest first. */
export const exportLog = (stack: Stack): Promise<any[]> => stack.query('SELECT * FROM exports ORDER BY id');

/** One entry of it, or the newest. */
export const loggedExport = async (stack: Stack, id?: string): Promise<any> =>
  (await exportLog(stack)).findLast((each) => id === undefined || each.id === id);

/** The searches among the filters of the log, null without one. */
export const loggedSearches = async (stack: Stack): Promise<(string | null)[]> =>
  (await exportLog(stack)).map(({ filter }) => filter.q ?? null);

/** The processes of the database that send files. */
export const exportConnections = async (stack: Stack): Promise<number[]> => {
  const rows = await stack.query(
    `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'lampstand-export-%' AND datname = current_database()`,
  );
  return rows.map(({ pid }) => pid);
};

/** Breaks the connection of each file that is being sent. */
export const breakExports = async (stack: Stack): Promise<void> => {
  for (const pid of await exportConnections(stack)) await stack.query('SELECT pg_terminate_backend($1)', [pid]);
};

/** All exports were 31 days earlier. */
export const ageExports = (stack: Stack) => stack.query(`UPDATE exports SET at = at - interval '31 days'`);

/** Forgets the search of the export that runs, as after 31 days. Returns its id. */
export async function forgetSearchOfRunning(stack: Stack): Promise<string> {
  const [{ id }] = await stack.query(
    `UPDATE exports SET filter = filter - 'q', snapshot = NULL WHERE outcome = 'running' RETURNING id`,
  );
  return id;
}

/** The last export has failed after all. */
export const failLastExport = (stack: Stack) =>
  stack.query(`UPDATE exports SET outcome = 'failed', snapshot = NULL WHERE id = (SELECT max(id) FROM exports)`);

/** The files of a search were taken from a cluster of which this one is a restored copy. */
export const exportsFromAnotherCluster = (stack: Stack, q: string) =>
  stack.query(`UPDATE exports SET cluster = cluster + 1 WHERE filter->>'q' = $1`, [q]);

/** The sign-ups of a church were saved in a cluster that has counted more transactions than this one. */
export const signUpsFromAnotherCluster = (stack: Stack, churchName: string) =>
  stack.query(
    `UPDATE workflow_journal SET tx = '99999999999' WHERE subject_id IN (SELECT id FROM trial_signups WHERE church_name = $1)`,
    [churchName],
  );

/** Lets the servers record no file as complete. Returns the function that lets them again. */
export async function refuseRecords(stack: Stack): Promise<() => Promise<void>> {
  await stack.query(`ALTER TABLE exports ADD CONSTRAINT "no more" CHECK (outcome <> 'complete') NOT VALID`);
  return async () => void (await stack.query('ALTER TABLE exports DROP CONSTRAINT "no more"'));
}

/** Keeps the servers from recording that a file has arrived. Returns the function that lets them. */
export async function holdRecords(stack: Stack): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  await client.query(`
    CREATE OR REPLACE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END $$;
    CREATE OR REPLACE TRIGGER wait BEFORE UPDATE ON exports FOR EACH ROW WHEN (NEW.outcome = 'complete') EXECUTE FUNCTION wait();
    SELECT pg_advisory_lock(1)`);
  return () => client.end();
}
