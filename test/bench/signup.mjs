/** Sign-ups saved per second by the API, compared with a bare Fastify that does the same, and with the same statements by `pg` alone. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { poster, ROUNDS_LABEL, sideBySide } from './lib/measure.mjs';
import { aPastor } from './lib/pastor.mjs';
import { key, signupSaver } from './lib/signup-saver.mjs';
import { startStack } from '../support/stack.mjs';

const AT_ONCE = 32;
const PROCESSES = 2;

export const title = `Sign-ups saved: ${AT_ONCE} at once, ${ROUNDS_LABEL}, ${PROCESSES} processes, durable PostgreSQL`;

export default async function signups() {
  const stack = await startStack({ apis: PROCESSES });
  const api = poster(stack.apiUrls, AT_ONCE);
  const plain = signupSaver(stack.databaseUrl, AT_ONCE);
  const bare = await Promise.all(Array.from({ length: PROCESSES }, () => startBare(stack.databaseUrl)));
  const bareApi = poster(
    bare.map(({ url }) => url),
    AT_ONCE,
  );
  const to = (/** @type {typeof api} */ server) => (/** @type {number} */ turn) =>
    server.post(turn, '/api/trial-signup', JSON.stringify(aPastor()), { 'idempotency-key': key() }, 201);
  try {
    return await sideBySide(
      [
        { what: 'POST /api/trial-signup', work: to(api) },
        { what: 'the same by a bare Fastify and pg', work: to(bareApi) },
        { what: 'the same SQL by pg alone', work: () => plain.save(aPastor(), key()) },
      ],
      { atOnce: AT_ONCE },
    );
  } finally {
    api.close();
    bareApi.close();
    await Promise.all(bare.map(({ stop }) => stop()));
    await plain.close();
    await stack.stop();
  }
}

/** @param {string} databaseUrl */
async function startBare(databaseUrl) {
  const env = { ...process.env, DATABASE_URL: databaseUrl, CONNECTIONS: String(AT_ONCE / PROCESSES) };
  const child = fork(new URL('./lib/bare-fastify.mjs', import.meta.url), { env });
  const [url] = /** @type {[string]} */ (await once(child, 'message'));
  const stop = async () => {
    child.disconnect();
    await once(child, 'exit');
  };
  return { url, stop };
}
