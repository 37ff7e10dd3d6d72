/** The rights of the serving role, where another role owns the tables (docs/operations.md, "Two roles for the database"). */
import type { DataSource, EntityManager } from 'typeorm';

const ALL = 'SELECT, INSERT, UPDATE, DELETE';

/** Rights on product tables; a table that is not named here gets ALL. */
const PRODUCT_RIGHTS: Record<string, string> = {
  audit_log: 'SELECT, INSERT',
  backups: 'SELECT',
  consents: 'SELECT, INSERT, UPDATE (address, card)',
  migrations: 'SELECT',
  workflow_journal: 'SELECT, INSERT',
  workflow_transitions: 'SELECT',
};

const FUNCTIONS =
  'workflow_journal_count(text, bigint, text, jsonb, timestamptz, text), workflow_journal_redact(text, bigint)';

/**
 * Grants `role` exactly the rights that serving needs and revokes all others, in one transaction of the tables' `owner`.
 * Must run again after a migration that adds tables.
 */
export async function grantServingRole(owner: EntityManager, role: string): Promise<void> {
  const [{ who }] = await owner.query<[{ who: string }]>('SELECT quote_ident($1) AS who', [role]);
  const tables = await owner.query<{ name: string; whole: string; schema: string }[]>(
    `SELECT relname AS name, format('%I.%I', nspname, relname) AS whole, nspname AS schema
       FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname IN ('public', 'pgboss') AND relkind IN ('r', 'p') AND pg_has_role(relowner, 'USAGE')`,
  );
  const rightsOn = ({ name, schema }: { name: string; schema: string }) =>
    schema === 'public' ? (PRODUCT_RIGHTS[name] ?? ALL) : ALL;
  const granted = tables.map((table) => `GRANT ${rightsOn(table)} ON ${table.whole} TO ${who}`);
  // Statements in one query are one transaction.
  await owner.query(
    [
      `REVOKE CREATE ON SCHEMA public, pgboss FROM PUBLIC, ${who}`,
      `REVOKE ALL ON ${tables.map(({ whole }) => whole).join(', ')} FROM PUBLIC, ${who}`,
      `GRANT USAGE ON SCHEMA public, pgboss TO ${who}`,
      ...granted,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA pgboss TO ${who}`,
      `GRANT EXECUTE ON FUNCTION ${FUNCTIONS} TO ${who}`,
    ].join(';\n'),
  );
}

/** Tables whose rows are never changed. */
const APPEND_ONLY = `'audit_log', 'workflow_journal', 'workflow_transitions', 'migrations'`;

const EXCESS_RIGHTS = `
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
    FROM me, unnest(ARRAY[${APPEND_ONLY}]) AS name, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS deed
    WHERE CASE deed WHEN 'UPDATE' THEN has_any_column_privilege(rolname, 'public.' || name, deed)
                    ELSE has_table_privilege(rolname, 'public.' || name, deed) END`;

/** The rights of the connected role that serving does not need, worded for the operator: "may update audit_log". */
export async function excessRights(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ may: string }[]>(EXCESS_RIGHTS);
  return rows.map(({ may }) => may);
}
