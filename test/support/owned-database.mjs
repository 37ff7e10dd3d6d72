/**
 * An empty database as a host of databases gives it out, with two ordinary roles: `url` is of the one that owns it and is
 * no superuser, `servingUrl` of one that has been given nothing yet.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** @param {string} serverUrl of a superuser */
export async function ownedDatabase(serverUrl) {
  const name = `lampstand_owned_${randomBytes(6).toString('hex')}`;
  const serving = `${name}_serving`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  for (const role of [name, serving])
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}' NOSUPERUSER NOCREATEDB NOCREATEROLE`);
  await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
  const urlOf = (/** @type {string} */ role) =>
    Object.assign(new URL(serverUrl), { username: role, password: role, pathname: `/${name}` }).href;
  return {
    url: urlOf(name),
    servingUrl: urlOf(serving),
    serving,
    query: asked(urlOf(name)),
    queryAsServing: asked(urlOf(serving)),
    drop: async () => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.query(`DROP ROLE ${name}, ${serving}`);
      await admin.end();
    },
  };
}

/** @param {string} url @returns {(sql: string, values?: unknown[]) => Promise<any[]>} each on a connection of its own */
const asked = (url) => async (sql, values) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(sql, values).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  );
};
