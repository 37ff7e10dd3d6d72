import type { DataSource } from 'typeorm';

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
export async function rightsBeyondServing(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ may: string }[]>(BEYOND);
  return rows.map(({ may }) => may);
}
