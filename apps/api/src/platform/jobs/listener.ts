import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { causeOf, log } from '../logging.ts';

const RETRY_MS = 500;
const ANSWER_WITHIN_MS = 10_000;

interface Callbacks {
  heard(payload: string): void;
  /** From now on every notification is heard; the ones before may have been missed. */
  connected(): void;
}

/** One connection that listens to `channel` of PostgreSQL; it connects again whenever it is lost. */
export class Listener {
  /** False while the connection is lost. */
  listening = false;
  private client: pg.Client | undefined;
  private stopped = false;

  constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly callbacks: Callbacks,
  ) {}

  start(): void {
    void this.keepListening();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.client?.end().catch(() => undefined);
  }

  /** A query on the connection; throws while it is lost. A failure ends the connection, so a silent loss is noticed, too. */
  async query<R extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<R[]> {
    const { client } = this;
    if (!client) throw new Error('not connected');
    try {
      return (await client.query<R>(query)).rows;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  private async keepListening(): Promise<void> {
    for (let lost = false; !this.stopped; await sleep(RETRY_MS, undefined, { ref: false })) {
      const cause = await this.listen(lost).catch((error: unknown) => error);
      // A failed attempt is logged once, until the next one succeeds.
      if (!this.stopped && (this.listening || !lost))
        log.warn(causeOf(cause), 'lost the connection that hears of jobs of other servers; polls until it is back');
      this.listening = false;
      lost = true;
    }
  }

  /** Resolves with the cause when the connection has ended. */
  private async listen(again: boolean): Promise<unknown> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'lampstand-listener',
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    this.client = client;
    let cause: unknown;
    const ended = new Promise<void>((done) => void client.once('end', done));
    client.on('error', (error) => (cause = error));
    client.on('notification', ({ payload = '' }) => this.callbacks.heard(payload));
    try {
      await client.connect();
      // Prepared statements are planned once.
      await client.query(`SET plan_cache_mode = force_generic_plan; LISTEN ${this.channel}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    this.listening = true;
    if (again) log.info('the connection that hears of jobs of other servers is back');
    this.callbacks.connected();
    await ended;
    return cause;
  }
}
