/** Servers of `bare-fastify.mjs`, each in a process of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * @param {{ processes: number, databaseUrl: string, connections: number, lists?: string[][] }} options `connections`: of all
 *   processes together; `lists`: the queries of `/lists/0`, `/lists/1` and so on
 */
export async function startBareServers({ processes, databaseUrl, connections, lists = [] }) {
  const settings = { CONNECTIONS: String(connections / processes), LISTS: JSON.stringify(lists) };
  const env = { ...process.env, DATABASE_URL: databaseUrl, ...settings };
  const children = Array.from({ length: processes }, () => fork(new URL('bare-fastify.mjs', import.meta.url), { env }));
  const messages = await Promise.all(children.map((child) => once(child, 'message')));
  const stop = async () => {
    await Promise.all(
      children.map((child) => {
        child.disconnect();
        return once(child, 'exit');
      }),
    );
  };
  return { urls: messages.map(([url]) => /** @type {string} */ (url)), stop };
}
