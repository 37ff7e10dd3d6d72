/** The random faults of a history: at the providers, of webhooks, clock, servers and database. */
import fc from 'fast-check';
import type { World } from './world.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** A fault with all its random values, so that a seed repeats it. */
export interface Fault {
  kind: string;
  /** The description for the report of a failure. */
  what: string;
  inject: (world: World) => Promise<unknown>;
  /** Runs after the steps of the round. */
  lift?: (world: World) => Promise<unknown>;
}

const faultOf = <Given>(
  kind: string,
  given: fc.Arbitrary<Given>,
  fault: (given: Given) => Omit<Fault, 'kind'>,
): fc.Arbitrary<Fault> => given.map((each) => ({ kind, ...fault(each) }));

const CALLS = [
  'POST /v2/Services/*/Verifications',
  'POST /v2/Services/*/VerificationCheck',
  'POST /v1/customers',
  'GET /v1/customers',
  'POST /v1/setup_intents',
  'GET /v1/setup_intents',
  'POST /v1/subscriptions',
  'POST /v1/subscriptions/*',
  'GET /v1/subscriptions',
  'POST /v1/checkout/sessions',
  'GET /v1/checkout/sessions',
  'POST /v1/payment_methods',
  'DELETE /v1/customers',
  '* /v1',
  'SMTP',
];
const MODES = ['refuse', 'execute-then-drop', 'hang', '500', '503', '429', 'garbage', 'hold-before', 'hold-after'];

const failing = faultOf(
  'a provider failing',
  fc.record({
    match: fc.constantFrom(...CALLS),
    mode: fc.constantFrom(...MODES),
    nth: fc.integer({ min: 1, max: 3 }),
    times: fc.integer({ min: 0, max: 3 }),
    lasting: fc.boolean(),
  }),
  ({ lasting, ...fault }) => ({
    what: `${fault.match} fails: ${fault.mode}, from call ${fault.nth}, ${fault.times || 'all'} times${lasting ? ', not healed' : ''}`,
    inject: ({ stack }) => stack.sandbox.fault(fault),
    ...(!lasting && { lift: ({ stack }: World) => stack.sandbox.heal() }),
  }),
);

const healed = faultOf('providers healed', fc.constant({}), () => ({
  what: 'the providers are healed',
  inject: ({ stack }) => stack.sandbox.heal(),
}));

const webhooks = faultOf('webhooks held, lost or as usual', fc.constantFrom('hold', 'drop', 'normal'), (mode) => ({
  what: `webhooks from now on: ${mode}`,
  inject: ({ stack }) => stack.sandbox.webhooks.set(mode),
}));

const delivered = faultOf(
  'webhooks late, shuffled, reversed or twice',
  fc.constantFrom('deliver', 'shuffle', 'reverse', 'duplicate'),
  (how) => ({
    what: `held webhooks are delivered: ${how}`,
    inject: ({ stack }) => stack.sandbox.webhooks[how as 'deliver'](),
  }),
);

const later = faultOf(
  'a jump of the clock',
  fc.constantFrom({ minutes: 3 }, { minutes: 65 }, { days: 1 }, { days: 8 }, { days: 23 }),
  (by) => ({
    what: `${Object.entries(by).flat().reverse().join(' ')} pass`,
    inject: async (world) => {
      world.days += 'days' in by ? by.days! : 0;
      await world.stack.sandbox.advance(by).catch(() => {});
    },
  }),
);

const PROVIDER_FAULTS = [failing, failing, failing, healed, webhooks, webhooks, delivered, delivered, later, later];

const aServer = fc.nat(1);

const killed = faultOf(
  'a server killed',
  fc.record({ api: aServer, after: fc.nat(200), returns: fc.boolean() }),
  ({ api, after, returns }) => ({
    what: `server ${api + 1} is killed after ${after} ms${returns ? ' and started again' : ''}`,
    inject: async (world) => {
      await sleep(after);
      await world.kill(api);
      if (returns) void world.restart(api);
    },
  }),
);

const frozen = faultOf(
  'a server frozen',
  fc.record({ api: aServer, after: fc.nat(100), ms: fc.integer({ min: 100, max: 1500 }) }),
  ({ api, after, ms }) => ({
    what: `server ${api + 1} is frozen for ${ms} ms`,
    inject: async ({ stack }) => {
      await sleep(after);
      const server = stack.apis[api]!;
      if (!server.isLive()) return;
      process.kill(server.pid, 'SIGSTOP');
      await sleep(ms);
      process.kill(server.pid, 'SIGCONT');
    },
  }),
);

const restartedInTurn = faultOf('a rolling restart', fc.constant({}), () => ({
  what: 'the servers are restarted one after the other',
  inject: async (world) => {
    for (const api of world.stack.apis.keys()) await world.restart(api);
  },
}));

const cutOff = faultOf(
  'database connections cut',
  fc.record({ after: fc.nat(200), times: fc.integer({ min: 1, max: 3 }) }),
  ({ after, times }) => ({
    what: `the database cuts every connection of the servers, ${times} times, ${after} ms apart`,
    inject: async (world) => {
      for (let time = 0; time < times; time += 1) {
        await sleep(after);
        await cutConnections(world);
      }
    },
  }),
);

const databaseRestarted = faultOf(
  'a database restart',
  fc.record({ after: fc.nat(200), abruptly: fc.boolean() }),
  ({ after, abruptly }) => ({
    what: `the database server is ${abruptly ? 'killed' : 'shut down'} after ${after} ms and started again, or cuts every connection if it is shared`,
    inject: async (world) => {
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

/** No fault one time in four. */
export const aFault: fc.Arbitrary<Fault | null> = fc.option(
  fc.oneof(
    { weight: 2, arbitrary: killed },
    { weight: 3, arbitrary: frozen },
    { weight: 1, arbitrary: restartedInTurn },
    { weight: 3, arbitrary: cutOff },
    { weight: 2, arbitrary: databaseRestarted },
    { weight: 14, arbitrary: fc.oneof(...PROVIDER_FAULTS) },
  ),
  { freq: 3 },
);
