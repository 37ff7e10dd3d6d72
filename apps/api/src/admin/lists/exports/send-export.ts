import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Client, escapeLiteral } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { secondsAfter } from '../../../platform/clock/instants.ts';
import { Settings } from '../../../platform/config/index.ts';
import { tooManyRequests } from '../../../platform/errors.ts';
import { causeOf, log } from '../../../platform/logging.ts';
import { currentRequest } from '../../../platform/request-context.ts';
import type { ActingStaff } from '../../auth/index.ts';
import { bodyOfFile, copyOf, countOf, type CsvFile, lineMapper } from '../csv-file.ts';
import { connectionName, ExportLog } from './export-log.ts';
import { LastFiles } from './last-files.ts';

const MAX_RUNNING = { inAll: 4, ofAccount: 2 };

const RETRY_SECONDS = 30;

const tooManyExports = (clock: Clock) =>
  tooManyRequests(ADMIN_ERRORS.exportsRunning, secondsAfter(clock.now(), RETRY_SECONDS));

/** The exports that this process is sending. Each holds a database connection until shortly after its end. */
@Injectable()
export class RunningExports implements OnApplicationShutdown {
  private readonly accounts: number[] = [];
  private readonly ends = new Set<Promise<void>>();

  constructor(private readonly clock: Clock) {}

  /** Takes a slot and returns the function that frees it. Throws a 429 when none is free. */
  begin(account: number): () => void {
    const mine = this.accounts.filter((each) => each === account).length;
    if (mine >= MAX_RUNNING.ofAccount || this.accounts.length >= MAX_RUNNING.inAll) throw tooManyExports(this.clock);
    this.accounts.push(account);
    let freed = false;
    return () => {
      if (!freed) this.accounts.splice(this.accounts.indexOf(account), 1);
      freed = true;
    };
  }

  /** The database closes after the export has recorded its end, which is later than the last byte of its file. */
  waitFor(end: Promise<void>): void {
    this.ends.add(end);
    void end.finally(() => this.ends.delete(end));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.ends);
  }
}

/** A browser that reads nothing for this long is disconnected, because it holds a database connection. */
const PATIENCE_MS = 120_000;

interface Options {
  bom: boolean;
  changed: boolean;
}

/** An export under way. */
interface Sending {
  id: number;
  file: CsvFile;
  bom: boolean;
  freeSlot: () => void;
}

/**
 * Runs after the transaction that read the rows: inside it, the update fails if an erasure has removed the search meanwhile. The
 * snapshot says what is in the file. An export without its search is never the last file of a view.
 */
const COMPLETE = `UPDATE exports SET outcome = 'complete', rows = $2,
  snapshot = CASE WHEN filter ? 'q' = $3::boolean THEN $4 END, cluster = (SELECT system_identifier FROM pg_control_system()) WHERE id = $1`;

/** One snapshot for the count and the rows. Without JIT, and in index order, the first row does not wait for a sort. */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL statement_timeout = 0; SET LOCAL jit = off`;

/**
 * Streams a list as a file straight from the database: nothing is buffered in memory or on disk. A failure breaks the
 * connection, so that the browser reports a failed download instead of keeping a truncated file.
 */
@Injectable()
export class SendExport {
  constructor(
    private readonly settings: Settings,
    private readonly dataSource: DataSource,
    private readonly exportLog: ExportLog,
    private readonly lastFiles: LastFiles,
    private readonly running: RunningExports,
    private readonly clock: Clock,
  ) {}

  async execute(view: CsvFile, staff: ActingStaff, { bom, changed }: Options, reply: FastifyReply): Promise<void> {
    const freeSlot = this.running.begin(staff.id);
    try {
      const file = changed ? await this.lastFiles.changedOf(view, staff.id) : view;
      if (currentRequest().headersOnly) return await this.sendHeaders(file, reply).finally(freeSlot);
      const id = await this.exportLog.open(view, staff, changed);
      const client = this.connection(id);
      try {
        await client.connect();
        await client.query(`${BEGIN}; SET LOCAL timezone = ${escapeLiteral(this.settings.ORG_TIME_ZONE)}`);
        const { rows } = await client.query<{ rows: number }>(countOf(file));
        void reply.headers(headersOf(file, rows[0]?.rows ?? 0));
        this.running.waitFor(this.stream({ id, file, bom, freeSlot }, client, reply).finally(freeSlot));
      } catch (error) {
        await Promise.allSettled([client.end(), this.exportLog.close(id, 'failed')]);
        throw error;
      }
    } catch (error) {
      freeSlot();
      throw error;
    }
  }

  /** Nothing is exported, so it leaves no trace. */
  private async sendHeaders(file: CsvFile, reply: FastifyReply): Promise<void> {
    const [all] = await this.dataSource.query<[{ rows: number }]>(countOf(file));
    void reply.headers(headersOf(file, all.rows)).send(Readable.from([]));
  }

  /** Ends with the response or with its socket: a pipelined response has no socket of its own yet. */
  private async stream({ id, file, bom, freeSlot }: Sending, client: Client, reply: FastifyReply): Promise<void> {
    const { socket } = reply.request.raw;
    const aborted = new AbortController();
    const hangUp = () => aborted.abort();
    const patience = setTimeout(() => socket.destroy(), PATIENCE_MS).unref();
    const body = bodyOfFile(bom, () => patience.refresh());
    const copy = client.query(copyTo(copyOf(file)));
    let failure: unknown;
    copy.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') failure ??= error;
    });
    // `copy` or the response reports whatever breaks the pipeline.
    pipeline([copy, ...(file.mapLines ? [lineMapper(file.mapLines)] : []), body]).catch(() => {});
    void reply.send(body);
    socket.once('close', hangUp);
    if (socket.destroyed) hangUp();
    try {
      const sent = await finished(reply.raw, { signal: aborted.signal }).then(
        () => true,
        () => reply.raw.writableFinished,
      );
      // An administrator who has received the file may request the next one while its rows are still being recorded.
      freeSlot();
      const outcome = failure ? 'failed' : sent ? 'complete' : 'cancelled';
      clearTimeout(patience);
      socket.off('close', hangUp);
      if (!sent) body.destroy();
      if (outcome === 'complete') {
        const { rows } = await client.query('SELECT pg_current_snapshot()::text AS snapshot');
        await client.query('COMMIT');
        await client.query(COMPLETE, [id, copy.rowCount, !!file.filter['q'], rows[0]?.snapshot]);
      }
      await this.release(id, client);
      if (outcome !== 'complete') await this.exportLog.close(id, outcome);
      if (outcome === 'failed') log.error({ export: id, ...causeOf(failure) }, 'export failed');
    } catch (error) {
      log.error({ export: id, ...causeOf(error) }, 'could not close the export log entry');
      await Promise.allSettled([this.release(id, client), this.exportLog.close(id, 'failed')]);
    }
  }

  private connection(id: number): Client {
    const client = new Client({
      connectionString: this.settings.DATABASE_URL,
      application_name: connectionName(id),
      connectionTimeoutMillis: 5000,
    });
    client.on('error', () => {});
    return client;
  }

  /**
   * Closes the connection, and terminates its query: a sort writes nothing, so it would not notice the closed
   * connection.
   */
  private async release(id: number, client: Client): Promise<void> {
    await client.end();
    await this.dataSource.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()`,
      [connectionName(id)],
    );
  }
}

const headersOf = (file: CsvFile, rows: number): Record<string, string> => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${file.name}"`,
  'cache-control': 'no-store',
  'x-export-rows': String(rows),
});
