import { finished, pipeline } from 'node:stream/promises';
import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { secondsAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { tooManyRequests } from '../../platform/errors.ts';
import { causeOf, log } from '../../platform/logging.ts';
import type { ActingStaff } from '../session/require-permission.ts';
import { ChecksumStream, copyOf, countOf, type CsvFile, lineMapper } from './csv-file.ts';
import { connectionName, ExportLog } from './export-log.ts';

const MAX_RUNNING = { inAll: 4, ofAccount: 2 };

const RETRY_SECONDS = 30;

/** The exports that this process is sending. Each holds a database connection. */
@Injectable()
export class RunningExports {
  private readonly accounts: number[] = [];

  constructor(private readonly clock: Clock) {}

  /** Takes a slot and returns the function that frees it. Throws a 429 when none is free. */
  begin(account: number): () => void {
    const mine = this.accounts.filter((each) => each === account).length;
    if (mine >= MAX_RUNNING.ofAccount || this.accounts.length >= MAX_RUNNING.inAll)
      throw tooManyRequests(ADMIN_ERRORS.exportsRunning, secondsAfter(this.clock.now(), RETRY_SECONDS));
    this.accounts.push(account);
    let freed = false;
    return () => {
      if (!freed) this.accounts.splice(this.accounts.indexOf(account), 1);
      freed = true;
    };
  }
}

/** A browser that reads nothing for this long is disconnected, because it holds a database connection. */
const PATIENCE_MS = 120_000;

/** One snapshot for the count and the rows. Without JIT, and in index order, the first row does not wait for a sort. */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL jit = off`;

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
    private readonly running: RunningExports,
  ) {}

  async execute(file: CsvFile, staff: ActingStaff, { bom }: { bom: boolean }, reply: FastifyReply): Promise<void> {
    const freeSlot = this.running.begin(staff.id);
    try {
      const id = await this.exportLog.open(file, staff);
      const client = this.connection(id);
      try {
        await client.connect();
        await client.query(BEGIN);
        const { rows } = await client.query<{ rows: number }>(countOf(file));
        void reply.headers(headersOf(file, rows[0]?.rows ?? 0));
        void this.stream(id, client, file, bom, reply).finally(freeSlot);
      } catch (error) {
        await Promise.allSettled([client.end(), this.exportLog.close(id, { outcome: 'failed' })]);
        throw error;
      }
    } catch (error) {
      freeSlot();
      throw error;
    }
  }

  /** Ends with the response or with its socket: a pipelined response has no socket of its own yet. */
  private async stream(id: number, client: Client, file: CsvFile, bom: boolean, reply: FastifyReply): Promise<void> {
    const { socket } = reply.request.raw;
    const aborted = new AbortController();
    const hangUp = () => aborted.abort();
    const patience = setTimeout(() => socket.destroy(), PATIENCE_MS).unref();
    const checksum = new ChecksumStream(bom, () => patience.refresh());
    const copy = client.query(copyTo(copyOf(file)));
    let failure: unknown;
    copy.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') failure ??= error;
    });
    // `copy` or the response reports whatever breaks the pipeline.
    pipeline([copy, ...(file.mapLines ? [lineMapper(file.mapLines)] : []), checksum]).catch(() => {});
    void reply.send(checksum);
    socket.once('close', hangUp);
    if (socket.destroyed) hangUp();
    try {
      const sent = await finished(reply.raw, { signal: aborted.signal }).then(
        () => true,
        () => reply.raw.writableFinished,
      );
      const outcome = failure ? 'failed' : sent ? 'complete' : 'cancelled';
      clearTimeout(patience);
      socket.off('close', hangUp);
      if (!sent) checksum.destroy();
      await this.release(id, client);
      const proof = outcome === 'complete' && { rows: copy.rowCount, sha256: checksum.sha256 };
      await this.exportLog.close(id, { outcome, bytes: checksum.bytes, ...proof });
      if (outcome === 'failed') log.error({ export: id, ...causeOf(failure) }, 'export failed');
    } catch (error) {
      log.error({ export: id, ...causeOf(error) }, 'could not close the export log entry');
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
