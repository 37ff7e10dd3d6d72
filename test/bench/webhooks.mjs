/** Signed webhooks answered per second, compared with a bare Fastify that verifies and inserts, and with the insert by `pg` alone. */
import pg from 'pg';
import { startStack } from '../support/stack.mjs';
import { startBareServers } from './lib/bare-servers.mjs';
import { poster, ROUNDS_LABEL, sideBySide } from './lib/measure.mjs';
import { anEvent, eventSaver, signed } from './lib/webhook-event.mjs';

const AT_ONCE = 32;
const PROCESSES = 2;

export const title = `Webhooks: ${AT_ONCE} at once, each new and with a job of its own, ${ROUNDS_LABEL}, ${PROCESSES} processes, durable PostgreSQL`;

export default async function webhooks() {
  const stack = await startStack({ apis: PROCESSES, env: { SWEEP_INTERVAL_SECONDS: '3600' } });
  const { databaseUrl } = stack;
  const bare = await startBareServers({ processes: PROCESSES, databaseUrl, connections: AT_ONCE });
  const api = poster(stack.apiUrls, AT_ONCE);
  const bareApi = poster(bare.urls, AT_ONCE);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: AT_ONCE });
  const save = eventSaver(pool);
  const to = (/** @type {typeof api} */ server) => (/** @type {number} */ turn) => {
    const { payload, headers } = signed();
    return server.post(turn, '/api/stripe/webhook', payload, headers, 200);
  };
  try {
    return await sideBySide(
      [
        { what: 'POST /api/stripe/webhook: verified, claimed, job queued and run', work: to(api) },
        { what: 'verified and inserted by a bare Fastify and pg', work: to(bareApi) },
        { what: 'INSERT of the same row by pg alone', work: () => save(anEvent()) },
      ],
      { atOnce: AT_ONCE },
    );
  } finally {
    api.close();
    bareApi.close();
    await bare.stop();
    await pool.end();
    await stack.stop();
  }
}
