/** An empty database of an ordinary role, as a host of databases gives it out: it owns that one, and is no superuser. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** @param {string} serverUrl of a superuser */
export async function ownedDatabase(serverUrl) {
  const name = `lampstand_owned_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD '${name}' NOSUPERUSER NOCREATEDB NOCREATEROLE`);
  await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
  const url = Object.assign(new URL(serverUrl), { username: name, password: name, pathname: `/${name}` }).href;
  return {
    url,
    /** @param {string} sql @param {unknown[]} [values] @returns {Promise<any[]>} */
    query: async (sql, values) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client.query(sql, values).then(
        ({ rows }) => client.end().then(() => rows),
        (error) => client.end().then(() => Promise.reject(error)),
      );
    },
    drop: async () => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.query(`DROP ROLE ${name}`);
      await admin.end();
    },
  };
}
