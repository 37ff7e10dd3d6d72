/** What goes wrong around the people of a history. Each trouble is drawn before it begins, so that a seed repeats it. */
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawn, type Trouble } from './drawn.ts';
import { PROVIDER_TROUBLES } from './provider-troubles.ts';
import type { World } from './world.ts';

const aServer = fc.nat(1);

const killed = drawn(
  'a server killed',
  fc.record({ api: aServer, after: fc.nat(200), returns: fc.boolean() }),
  ({ api, after, returns }) => ({
    what: `server ${api + 1} is killed after ${after} ms${returns ? ' and started again' : ''}`,
    strikes: async (world) => {
      await sleep(after);
      await world.kill(api);
      if (returns) void world.restart(api);
    },
  }),
);

const frozen = drawn(
  'a server frozen',
  fc.record({ api: aServer, after: fc.nat(100), ms: fc.integer({ min: 100, max: 1500 }) }),
  ({ api, after, ms }) => ({
    what: `server ${api + 1} is frozen for ${ms} ms`,
    strikes: async ({ stack }) => {
      await sleep(after);
      const server = stack.apis[api]!;
      if (!server.isLive()) return;
      process.kill(server.pid, 'SIGSTOP');
      await sleep(ms);
      process.kill(server.pid, 'SIGCONT');
    },
  }),
);

const restartedInTurn = drawn('a rolling restart', fc.constant({}), () => ({
  what: 'the servers are restarted one after the other',
  strikes: async (world) => {
    for (const api of world.stack.apis.keys()) await world.restart(api);
  },
}));

const cutOff = drawn(
  'database connections cut',
  fc.record({ after: fc.nat(200), times: fc.integer({ min: 1, max: 3 }) }),
  ({ after, times }) => ({
    what: `the database cuts every connection of the servers, ${times} times, ${after} ms apart`,
    strikes: async (world) => {
      for (let time = 0; time < times; time += 1) {
        await sleep(after);
        await cutConnections(world);
      }
    },
  }),
);

const databaseRestarted = drawn(
  'a database restart',
  fc.record({ after: fc.nat(200), abruptly: fc.boolean() }),
  ({ after, abruptly }) => ({
    what: `the database server is ${abruptly ? 'killed' : 'shut down'} after ${after} ms and started again, or cuts every connection where others use it`,
    strikes: async (world) => {
      await sleep(after);
      if (!world.postgres) return cutConnections(world);
      await (abruptly ? world.postgres.kill() : world.postgres.stop());
      return world.postgres.start();
    },
  }),
);

const cutConnections = ({ stack }: World) =>
  stack
    .query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    .catch(() => {});

/** Every third time nothing. */
export const aTrouble: fc.Arbitrary<Trouble | null> = fc.option(
  fc.oneof(
    { weight: 2, arbitrary: killed },
    { weight: 3, arbitrary: frozen },
    { weight: 1, arbitrary: restartedInTurn },
    { weight: 3, arbitrary: cutOff },
    { weight: 2, arbitrary: databaseRestarted },
    { weight: 14, arbitrary: fc.oneof(...PROVIDER_TROUBLES) },
  ),
  { freq: 3 },
);
