/** A TCP proxy between a server and PostgreSQL that breaks chosen commits: the nth one that stores something. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTick } from 'node:timers/promises';

/**
 * `before`: PostgreSQL does not receive the commit. `after`: it has committed, and the client does not learn that. A held
 * commit continues once healed, unless the client is gone.
 */
export type CommitMode = 'cut-before' | 'cut-after' | 'hold-before' | 'hold-after';

/** As a fault of the sandbox: `times` 0 means until healed. */
export interface CommitFault {
  mode: CommitMode;
  nth?: number;
  times?: number;
}

const TYPE_AND_LENGTH = 5;
const BEGIN = /^\s*(begin|start transaction)/i;
const COMMIT = /^\s*commit\s*;?\s*$/i;
const STORED = /^(INSERT 0|UPDATE|DELETE|MERGE|COPY) [1-9]/;

export async function startCommitProxy() {
  let fault: (CommitFault & { seen: number; fired: number }) | undefined;
  const held = new Set<() => void>();
  const sockets = new Set<Socket>();
  let upstream = new URL('postgres://127.0.0.1');

  function strike(): CommitMode | undefined {
    if (!fault) return undefined;
    const { nth = 1, times = 1 } = fault;
    fault.seen += 1;
    if (fault.seen < nth || (times > 0 && fault.fired >= times)) return undefined;
    fault.fired += 1;
    return fault.mode;
  }
  const untilHealed = () => new Promise<void>((resume) => held.add(resume));

  const server = createServer((client) => {
    const database = connect({ host: upstream.hostname, port: Number(upstream.port) });
    const end = () => (client.destroy(), database.destroy());
    for (const socket of [client, database]) {
      sockets.add(socket.setNoDelay(true));
      socket.on('error', end).on('close', () => (sockets.delete(socket), end()));
    }
    let stores = false;
    let struck: CommitMode | undefined;
    const answers = messages(({ type, text }) => {
      if (type === 'C' && STORED.test(text)) stores = true;
    });
    const queries = messages(({ type, text }) => {
      if (type !== 'Q' && type !== 'P') return;
      const [name = '', parsed = ''] = text.split('\0', 2);
      const sql = type === 'P' ? parsed : name;
      if (COMMIT.test(sql) && stores) struck = strike();
      if (COMMIT.test(sql) || BEGIN.test(sql)) stores = false;
    }, true);
    pump(client, async (chunk) => {
      queries(chunk);
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
  const { port } = server.address() as AddressInfo;

  /** Ends the fault. Returns how many commits it saw and broke. */
  async function heal() {
    const { seen = 0, fired = 0 } = fault ?? {};
    fault = undefined;
    // The sockets of a client that was killed meanwhile must close first.
    await nextTick();
    await nextTick();
    for (const resume of held) resume();
    held.clear();
    return { seen, fired };
  }

  return {
    /** The proxy's address in place of `databaseUrl`; for the option `between` of a stack. */
    between: async (databaseUrl: string): Promise<string> => {
      upstream = new URL(databaseUrl);
      return Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href;
    },
    /** Replaces the current fault. */
    fault: (given: CommitFault) => void (fault = { ...given, seen: 0, fired: 0 }),
    heal,
    fired: () => fault?.fired ?? 0,
    stop: async () => {
      await heal();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Handles the chunks of a socket one after the other. */
function pump(socket: Socket, handle: (chunk: Buffer) => Promise<unknown>): void {
  let turn = Promise.resolve();
  socket.on('data', (chunk: Buffer) => {
    turn = turn.then(async () => void (await handle(chunk))).catch(() => void socket.destroy());
  });
}

/**
 * Parses one direction of the PostgreSQL protocol from chunks of any size. The client's first message has no type
 * (`withStart`).
 */
function messages(read: (message: { type: string; text: string }) => void, withStart = false) {
  let rest: Buffer = Buffer.alloc(0);
  let started = !withStart;
  return (chunk: Buffer): void => {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    for (;;) {
      const offset = started ? 1 : 0;
      if (rest.length < TYPE_AND_LENGTH) return;
      const end = offset + rest.readInt32BE(offset);
      if (rest.length < end) return;
      if (started) read({ type: String.fromCharCode(rest[0]!), text: rest.toString('utf8', TYPE_AND_LENGTH, end) });
      rest = rest.subarray(end);
      started = true;
    }
  };
}
