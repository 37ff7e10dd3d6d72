import type { DataSource, EntityManager } from 'typeorm';

const ALL = 'SELECT, INSERT, UPDATE, DELETE';

/** What a role that serves may do with tables of the product; with those not named here, everything to their rows. */
const OF_PRODUCT: Record<string, string> = {
  audit_log: 'SELECT, INSERT',
  migrations: 'SELECT',
  workflow_journal: 'SELECT, INSERT',
  workflow_moves: 'SELECT',
};

/** The same of the job queue; with those not named here, such as the tables of single queues, nothing. */
const OF_QUEUE: Record<string, string> = {
  archive: 'SELECT, INSERT, DELETE',
  job: ALL,
  queue: 'SELECT',
  version: 'SELECT, UPDATE (maintained_on, monitored_on)',
};

const FUNCTIONS =
  'workflow_journal_count(text, bigint, text, jsonb, timestamptz, text), workflow_journal_redact(text, bigint)';

/**
 * Gives `role` what a server needs and takes everything else away, at once. `owner` owns the tables; new ones are only
 * reached after this has run again.
 */
export async function grantServingRole(owner: EntityManager, role: string): Promise<void> {
  const [{ who }] = await owner.query<[{ who: string }]>('SELECT quote_ident($1) AS who', [role]);
  const tables = await owner.query<{ name: string; whole: string; schema: string }[]>(
    `SELECT relname AS name, format('%I.%I', nspname, relname) AS whole, nspname AS schema
       FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname IN ('public', 'pgboss') AND relkind IN ('r', 'p') AND pg_has_role(relowner, 'USAGE')`,
  );
  const rightsOn = ({ name, schema }: { name: string; schema: string }) =>
    schema === 'public' ? (OF_PRODUCT[name] ?? ALL) : OF_QUEUE[name];
  const granted = tables.flatMap((table) => {
    const rights = rightsOn(table);
    return rights ? [`GRANT ${rights} ON ${table.whole} TO ${who}`] : [];
  });
  // Statements that are sent together are one transaction.
  await owner.query(
    [
      `REVOKE CREATE ON SCHEMA public, pgboss FROM PUBLIC, ${who}`,
      `REVOKE ALL ON ${tables.map(({ whole }) => whole).join(', ')} FROM PUBLIC, ${who}`,
      `GRANT USAGE ON SCHEMA public, pgboss TO ${who}`,
      ...granted,
      `GRANT EXECUTE ON FUNCTION ${FUNCTIONS} TO ${who}`,
    ].join(';\n'),
  );
}

/** What was written down once, and stays. */
const KEPT = `'audit_log', 'workflow_journal', 'workflow_moves', 'migrations'`;

const BEYOND = `
  WITH me AS (SELECT * FROM pg_roles WHERE rolname = session_user)
  SELECT 'is a superuser' AS may FROM me WHERE rolsuper
  UNION ALL SELECT 'may change roles' FROM me WHERE rolcreaterole
  UNION ALL SELECT 'may make a schema' FROM me WHERE has_database_privilege(rolname, current_database(), 'CREATE')
  UNION ALL SELECT format('may make tables in the schema %I', nspname) FROM me, pg_namespace
    WHERE nspname IN ('public', 'pgboss') AND has_schema_privilege(rolname, pg_namespace.oid, 'CREATE')
  UNION ALL SELECT DISTINCT format('has the rights of %I, who owns tables', owner.rolname)
    FROM me, pg_class JOIN pg_roles owner ON owner.oid = relowner JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname IN ('public', 'pgboss') AND relkind IN ('r', 'p') AND pg_has_role(me.rolname, relowner, 'MEMBER')
  UNION ALL SELECT format('may %s %I', lower(deed), name)
    FROM me, unnest(ARRAY[${KEPT}]) AS name, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS deed
    WHERE CASE deed WHEN 'UPDATE' THEN has_any_column_privilege(rolname, 'public.' || name, deed)
                    ELSE has_table_privilege(rolname, 'public.' || name, deed) END`;

/** What the role of these connections may do to the schema, the audit and the journal, though no server needs it to. */
export async function excessRights(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ may: string }[]>(BEYOND);
  return rows.map(({ may }) => may);
}
