import type { Socket } from 'node:net';
import pg, { type ClientBase } from 'pg';

/** Longer than nearly every statement takes, so that PostgreSQL is seldom asked whether it is alive. */
const SILENCE_MS = 8000;

/** What the driver knows of a connection. It has no types for it. */
interface Connected {
  connection: { stream: Socket };
  readyForQuery: boolean;
}

/**
 * Returns a function that ends a connection whose statement gets no answer for eight seconds, while PostgreSQL at `url` does not accept a
 * new connection within `waitSeconds` either, as when its machine hangs. A slow statement of a PostgreSQL that is alive goes on, within its
 * `statement_timeout`. The driver's own `query_timeout` would keep the connection, and with it the transaction that it interrupts.
 */
export function endWhenFrozen(url: string, waitSeconds: number): (client: ClientBase) => void {
  let asked: Promise<boolean> | undefined;
  const isAlive = () => (asked ??= connects(url, waitSeconds).finally(() => (asked = undefined)));
  return (client) => {
    const connected = client as unknown as Connected;
    const { stream } = connected.connection;
    const look = async () => {
      if (connected.readyForQuery) return;
      if (await isAlive()) stream.setTimeout(SILENCE_MS);
      else if (!connected.readyForQuery) stream.destroy(new Error('Connection terminated: PostgreSQL does not answer'));
    };
    stream.setTimeout(SILENCE_MS, () => void look());
  };
}

/** Whether PostgreSQL answers, be it with a refusal. */
async function connects(url: string, waitSeconds: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: waitSeconds * 1000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    client.end().catch(() => {});
  }
}
