import { finished, pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DataSource } from 'typeorm';
import { Settings } from '../../platform/config/index.ts';
import { causeOf, log } from '../../platform/logging.ts';
import type { ActingStaff } from '../session/needs.ts';
import { copyOf, countOf, type CsvFile } from './csv-file.ts';
import { connectionName, Ledger } from './ledger.ts';
import { RunningExports } from './running.ts';
import { finishLines, Seal } from './streams.ts';

/** A browser that takes nothing for so long holds a connection for nothing. */
const PATIENCE_MS = 120_000;

/** One snapshot for the count and the rows; the order comes from an index, so that the first row need not wait for a sort. */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL jit = off`;

/**
 * Sends a list as a file while the database still writes it: nothing is held in memory or on disk. What goes wrong on the
 * way breaks the connection, so that a browser reports a failed download and never keeps a file that is too short.
 */
@Injectable()
export class SendExport {
  constructor(
    private readonly settings: Settings,
    private readonly dataSource: DataSource,
    private readonly ledger: Ledger,
    private readonly running: RunningExports,
  ) {}

  async execute(file: CsvFile, staff: ActingStaff, { bom }: { bom: boolean }, reply: FastifyReply): Promise<void> {
    const giveBack = this.running.begin(staff.id);
    try {
      const id = await this.ledger.open(file, staff);
      const client = this.connection(id);
      try {
        await client.connect();
        await client.query(BEGIN);
        const { rows } = await client.query<{ rows: number }>(countOf(file));
        void reply.headers(headersOf(file, rows[0]?.rows ?? 0));
        void this.stream(id, client, file, bom, reply).finally(giveBack);
      } catch (error) {
        await Promise.allSettled([client.end(), this.ledger.close(id, { outcome: 'failed' })]);
        throw error;
      }
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** Ends with the response or with its socket: a response that waits behind others on one socket has none of its own yet. */
  private async stream(id: number, client: Client, file: CsvFile, bom: boolean, reply: FastifyReply): Promise<void> {
    const { socket } = reply.request.raw;
    const gone = new AbortController();
    const hangUp = () => gone.abort();
    const patience = setTimeout(() => socket.destroy(), PATIENCE_MS).unref();
    const seal = new Seal(bom, () => patience.refresh());
    const copy = client.query(copyTo(copyOf(file)));
    let failure: unknown;
    copy.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') failure ??= error;
    });
    // Whatever breaks the pipe is told by `copy` or by the response.
    pipeline([copy, ...(file.finish ? [finishLines(file.finish)] : []), seal]).catch(() => {});
    void reply.send(seal);
    socket.once('close', hangUp);
    if (socket.destroyed) hangUp();
    try {
      const sent = await finished(reply.raw, { signal: gone.signal }).then(
        () => true,
        () => reply.raw.writableFinished,
      );
      const outcome = failure ? 'failed' : sent ? 'complete' : 'cancelled';
      clearTimeout(patience);
      socket.off('close', hangUp);
      if (!sent) seal.destroy();
      await this.release(id, client);
      const proof = outcome === 'complete' && { rows: copy.rowCount, sha256: seal.sha256 };
      await this.ledger.close(id, { outcome, bytes: seal.bytes, ...proof });
      if (outcome === 'failed') log.error({ export: id, ...causeOf(failure) }, 'export failed');
    } catch (error) {
      log.error({ export: id, ...causeOf(error) }, 'export left open');
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

  /** Ends the connection, and also a query that has not noticed yet: one that sorts writes nothing it could fail to write. */
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
