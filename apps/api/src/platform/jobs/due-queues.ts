import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import { Listener } from './listener.ts';

/** Not longer than the shortest delay of a retry, so that each retry is seen before it is due. */
const POLL_MS = 2000;
/** While the listening connection is lost. */
const POLL_UNHEARD_MS = 500;
/** Between two announcements of a process; each one names all queues that have got jobs since the last. */
const ANNOUNCE_MS = 20;
const CHANNEL = 'lampstand_jobs';

/**
 * Which queues have a due job, and in how many milliseconds their next one is due, if that is before the next poll. Not as
 * conditions: PostgreSQL would join all waiting jobs.
 */
const DUE = `
SELECT queue, EXISTS (SELECT FROM pgboss.job WHERE name = queue AND state < 'active' AND start_after <= now()) AS "isDue",
       (SELECT extract(epoch FROM start_after - now())::float8 * 1000 FROM pgboss.job
         WHERE name = queue AND state < 'active' AND start_after > now() AND start_after <= now() + $2 * interval '1 ms'
         ORDER BY start_after LIMIT 1) AS "nextInMs"
  FROM unnest($1::text[]) AS queue`;

interface Due {
  queue: string;
  isDue: boolean;
  nextInMs: number | null;
}

interface Workers {
  /** The queues that this process works. */
  queues(): string[];
  wake(queue: string): void;
}

/**
 * Wakes the workers of this process when one of their queues has a due job. The process that queues a job announces it
 * after the commit by NOTIFY: within the transaction it would let only one transaction commit at a time. Polling finds jobs
 * that become due later, and those whose announcement was lost.
 */
export class DueQueues {
  private readonly id = randomUUID();
  private readonly listener: Listener;
  private readonly unannounced = new Set<string>();
  private announcing = false;
  private stopping = false;
  private endPause = () => {};

  constructor(
    url: string,
    private readonly database: PgBoss.Db,
    private readonly workers: Workers,
  ) {
    this.listener = new Listener(url, CHANNEL, {
      heard: (payload) => this.heard(payload),
      connected: () => this.endPause(),
    });
  }

  start(): void {
    this.listener.start();
    void this.poll();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.endPause();
    await this.listener.stop();
  }

  /** Tells the other processes that a committed job is due. */
  announce(queue: string): void {
    this.unannounced.add(queue);
    if (!this.announcing) void this.sendAnnouncements();
  }

  private async sendAnnouncements(): Promise<void> {
    this.announcing = true;
    for (; this.unannounced.size; await sleep(ANNOUNCE_MS, undefined, { ref: false })) {
      const payload = [this.id, ...this.unannounced].join(' ');
      this.unannounced.clear();
      // While the database is unavailable, polling finds the job later.
      await this.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]).catch(() => undefined);
    }
    this.announcing = false;
  }

  private heard(payload: string): void {
    const [sender, ...queues] = payload.split(' ');
    if (sender !== this.id) for (const queue of queues) this.workers.wake(queue);
  }

  private async poll(): Promise<void> {
    while (!this.stopping) {
      // Ends the pause early when the listener connects, because it may have missed announcements.
      const pause = new AbortController();
      this.endPause = () => pause.abort();
      const interval = this.listener.listening ? POLL_MS : POLL_UNHEARD_MS;
      // While the database is unavailable, the next poll tries again.
      const due = await this.due().catch(() => []);
      for (const { queue, isDue } of due) if (isDue) this.workers.wake(queue);
      const ms = Math.min(interval, ...due.map(({ nextInMs }) => nextInMs ?? interval));
      await sleep(ms, undefined, { ref: false, signal: pause.signal }).catch(() => undefined);
    }
  }

  /** On the listening connection, because planning over all queue tables takes ten times as long as a prepared statement. */
  private due(): Promise<Due[]> {
    const values = [this.workers.queues(), POLL_MS];
    if (this.listener.listening) return this.listener.query({ name: 'due queues', text: DUE, values });
    return this.query(DUE, values);
  }

  private async query<R>(sql: string, values: unknown[]): Promise<R[]> {
    return (await this.database.executeSql(sql, values)).rows;
  }
}
