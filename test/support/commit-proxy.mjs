/** Stands between a server and PostgreSQL, and spoils its commits on purpose: the nth one that stores something. */
import { createServer, connect } from 'node:net';
import { once } from 'node:events';
import { setImmediate as soon } from 'node:timers/promises';

/**
 * @typedef {'cut-before' | 'cut-after' | 'hold-before' | 'hold-after'} CommitMode Before: PostgreSQL never hears of it.
 *   After: it has committed, and the client does not hear of that. Held ones go on once healed, unless the client is gone.
 * @typedef {{ mode: CommitMode, nth?: number, times?: number }} CommitFault as the sandbox's: times 0 is until healed
 */

const TYPE_AND_LENGTH = 5;
const BEGIN = /^\s*(begin|start transaction)/i;
const COMMIT = /^\s*commit\s*;?\s*$/i;
const STORED = /^(INSERT 0|UPDATE|DELETE|MERGE|COPY) [1-9]/;

export async function startCommitProxy() {
  /** @type {(CommitFault & { seen: number, fired: number }) | undefined} */
  let fault;
  /** @type {Set<() => void>} */
  const held = new Set();
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  let upstream = new URL('postgres://127.0.0.1');

  function strike() {
    if (!fault) return undefined;
    const { nth = 1, times = 1 } = fault;
    fault.seen += 1;
    if (fault.seen < nth || (times > 0 && fault.fired >= times)) return undefined;
    fault.fired += 1;
    return fault.mode;
  }
  const untilHealed = () => new Promise((go) => held.add(() => go(undefined)));

  const server = createServer((client) => {
    const database = connect({ host: upstream.hostname, port: Number(upstream.port) });
    const end = () => (client.destroy(), database.destroy());
    for (const socket of [client, database]) {
      sockets.add(socket.setNoDelay(true));
      socket.on('error', end).on('close', () => (sockets.delete(socket), end()));
    }
    let stores = false;
    /** @type {CommitMode | undefined} */
    let struck;
    const answers = messages(({ type, text }) => {
      if (type === 'C' && STORED.test(text)) stores = true;
    });
    const questions = messages(({ type, text }) => {
      if (type !== 'Q' && type !== 'P') return;
      const [name = '', parsed = ''] = text.split('\0', 2);
      const sql = type === 'P' ? parsed : name;
      if (COMMIT.test(sql) && stores) struck = strike();
      if (COMMIT.test(sql) || BEGIN.test(sql)) stores = false;
    }, true);
    pump(client, async (chunk) => {
      questions(chunk);
      if (struck === 'cut-before') return end();
      if (struck === 'hold-before') await untilHealed();
      if (!client.destroyed) database.write(chunk);
    });
    pump(database, async (chunk) => {
      answers(chunk);
      if (struck === 'cut-after') return end();
      if (struck === 'hold-after') await untilHealed();
      struck = undefined;
      client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

  async function heal() {
    const { seen = 0, fired = 0 } = fault ?? {};
    fault = undefined;
    // A client that was killed while it was held is seen to be gone first.
    await soon();
    await soon();
    for (const go of held) go();
    held.clear();
    return { seen, fired };
  }

  return {
    /** The address that takes the place of `databaseUrl`; usable as `between` of a stack. @param {string} databaseUrl */
    between: async (databaseUrl) => {
      upstream = new URL(databaseUrl);
      return Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href;
    },
    /** @param {CommitFault} given instead of the one before */
    fault: (given) => void (fault = { ...given, seen: 0, fired: 0 }),
    /** Ends the fault; how many commits it saw and spoiled. */
    heal,
    fired: () => fault?.fired ?? 0,
    stop: async () => {
      await heal();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Hands on what a socket brings, one after the other. @param {import('node:net').Socket} socket @param {(chunk: Buffer) => Promise<unknown>} take */
function pump(socket, take) {
  let turn = Promise.resolve();
  socket.on('data', (chunk) => {
    turn = turn.then(async () => void (await take(chunk))).catch(() => void socket.destroy());
  });
}

/**
 * Reads the messages of one direction of the PostgreSQL protocol, however they are cut into chunks.
 * @param {(message: { type: string, text: string }) => void} read
 * @param {boolean} [withStart] the client's first message has no type
 */
function messages(read, withStart = false) {
  let rest = Buffer.alloc(0);
  let started = !withStart;
  /** @param {Buffer} chunk */
  return (chunk) => {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    for (;;) {
      const offset = started ? 1 : 0;
      if (rest.length < TYPE_AND_LENGTH) return;
      const end = offset + rest.readInt32BE(offset);
      if (rest.length < end) return;
      if (started) read({ type: String.fromCharCode(rest[0]), text: rest.toString('utf8', TYPE_AND_LENGTH, end) });
      rest = rest.subarray(end);
      started = true;
    }
  };
}
