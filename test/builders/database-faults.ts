/** Locks that a test holds, transactions that stay open, and a database that fails. */
import pg from 'pg';
import { eventually, type Stack } from '../support/index.ts';

async function aClient({ databaseUrl }: Stack): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  return client;
}

/** Locks the row of a sign-up until `release`. Those that wait for it then get it in the order in which they came. */
export async function aLockedTrial(stack: Stack, id: number) {
  const client = await aClient(stack);
  await client.query('SELECT FROM trial_signups WHERE id = $1 FOR UPDATE', [id]);
  return {
    /** Erases the person as of now, which others learn at the release. */
    erase: () => client.query('UPDATE trial_signups SET erased_at = created_at WHERE id = $1', [id]),
    /** Waits until at least so many connections wait for the lock of a sign-up. */
    hasWaiting: (count: number) =>
      eventually(async () => {
        const waiting = await stack.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"TrialSignup"%'`,
        );
        return waiting.length >= count;
      }),
    release: async () => {
      await client.query('COMMIT');
      await client.end();
    },
  };
}

/** An open transaction, and the stack with its queries in it. */
export async function aTransaction(stack: Stack) {
  const client = await aClient(stack);
  const query = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows;
  return { within: { ...stack, query }, commit: () => client.query('COMMIT').then(() => client.end()) };
}

const TABLES = {
  assets: 'site_assets',
  limits: 'rate_limits',
  migrations: 'migrations',
  releases: 'site_releases',
  signUps: 'trial_signups',
};

/** Does `work` while every statement about a table fails. */
export async function without<T>(stack: Stack, what: keyof typeof TABLES, work: () => Promise<T>): Promise<T> {
  const table = TABLES[what];
  await stack.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  try {
    return await work();
  } finally {
    await stack.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  }
}

/** Does `work` while the database can only be read, as after a failover to a standby or with a full disk at a provider. */
export async function whileReadOnly<T>(stack: Stack, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: stack.databaseUrl,
    options: '-c default_transaction_read_only=off',
  });
  await client.connect();
  const name = client.escapeIdentifier(client.database!);
  const make = async (how: string) => {
    await client.query(`ALTER DATABASE ${name} ${how}`);
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  };
  await make('SET default_transaction_read_only = on');
  try {
    return await work();
  } finally {
    await make('RESET default_transaction_read_only');
    await client.end();
  }
}

/** Ends the connection that notes what became of a mail about a sign-up, before it does. Returns the function that stops this. */
export async function endConnectionAtMails(stack: Stack, id: number): Promise<() => Promise<void>> {
  await stack.query(
    `CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql
     AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END'`,
  );
  await stack.query(
    `CREATE TRIGGER end_connection BEFORE UPDATE ON sent_mails FOR EACH ROW WHEN (NEW.subject_id = ${id})
     EXECUTE FUNCTION end_connection()`,
  );
  return async () => void (await stack.query('DROP FUNCTION end_connection CASCADE'));
}

/** Breaks what an invariant says of a member's mails and payments. */
export const breakInvariants = {
  /** Whatever was paid was paid at this time, and is one cent. */
  payments: (stack: Stack, subscription: number, at: Date) =>
    stack.query(
      'UPDATE payments SET paid_at = $2, paid_in_cents = 1 WHERE subscription_id = $1 AND paid_in_cents > 0',
      [subscription, at],
    ),
  /** The notices of the end of a trial went out long after it. */
  notices: (stack: Stack) =>
    stack.query(`UPDATE sent_mails SET settled_at = '2100-01-01' WHERE key LIKE 'trial-notice-%'`),
  mailKey: (stack: Stack, key: string, changed: string) =>
    stack.query('UPDATE sent_mails SET key = $2 WHERE key = $1', [key, changed]),
  receipts: (stack: Stack) => stack.query(`DELETE FROM sent_mails WHERE key LIKE 'receipt:%'`),
};
