/** Sign-ups saved per second by the API, compared with a bare Fastify that does the same, and with the same statements by `pg` alone. */
import { startBareServers } from './lib/bare-servers.mjs';
import { poster, ROUNDS_LABEL, sideBySide } from './lib/measure.mjs';
import { aPastor } from './lib/pastor.mjs';
import { key, signupSaver } from './lib/signup-saver.mjs';
import { startStack } from '../support/stack.mjs';

const AT_ONCE = 32;
const PROCESSES = 2;

export const title = `Sign-ups saved: ${AT_ONCE} at once, ${ROUNDS_LABEL}, ${PROCESSES} processes, durable PostgreSQL`;

export default async function signups() {
  const stack = await startStack({ apis: PROCESSES });
  const { databaseUrl } = stack;
  const api = poster(stack.apiUrls, AT_ONCE);
  const plain = signupSaver(databaseUrl, AT_ONCE);
  const bare = await startBareServers({ processes: PROCESSES, databaseUrl, connections: AT_ONCE });
  const bareApi = poster(bare.urls, AT_ONCE);
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
    await bare.stop();
    await plain.close();
    await stack.stop();
  }
}
