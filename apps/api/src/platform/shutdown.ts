import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './config/index.ts';
import { causeOf, log } from './logging.ts';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Jobs } from './jobs/jobs.ts';
import { Sweeper } from './jobs/sweeper.ts';

const SECOND = 1000;
const LONGEST_STOP = 25 * SECOND;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** From the first signal on each answer closes its connection, so that none is left on which a request could meet the end. */
export function closeConnectionsWhileStopping(fastify: FastifyInstance, readiness: Readiness): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (!readiness.serving) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * A signal makes this process not ready; it serves on until load balancers have noticed, then closes, lets requests and
 * jobs under way end, and ends. A second signal ends it at once, and so does a stop of 25 seconds.
 */
export function stopOnSignals(app: NestFastifyApplication, { DRAIN_SECONDS }: Settings): void {
  const readiness = app.get(Readiness);

  async function stop(): Promise<void> {
    readiness.serving = false;
    log.info({ seconds: DRAIN_SECONDS }, 'stopping');
    setTimeout(() => endAtOnce('it took too long'), LONGEST_STOP).unref();
    await sleep(DRAIN_SECONDS * SECOND);
    await app.close();
    log.info('stopped');
    process.exit(0);
  }

  const onSignal = () => {
    if (!readiness.serving) return endAtOnce('a second signal');
    stop().catch((error: unknown) => endAtOnce('it failed', causeOf(error)));
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

function endAtOnce(why: string, cause = {}): void {
  log.error({ why, ...cause }, 'stopped at once');
  process.exit(1);
}

const PATIENCE_MS = 20_000;

interface Process {
  on(event: 'uncaughtException' | 'unhandledRejection', take: (error: unknown) => void): unknown;
  exit(code: number): void;
}

/**
 * For what nobody caught: it is written down as any failure is, without the message that Node would print, requests under way
 * are answered, and the process ends for its supervisor to start it anew.
 */
export function installCrashHandlers(process: Process, close: () => Promise<unknown>): void {
  let ending = false;
  const take = (error: unknown): void => {
    log.fatal(causeOf(error), 'uncaught exception');
    if (ending) return;
    ending = true;
    const exit = () => process.exit(1);
    setTimeout(exit, PATIENCE_MS).unref();
    close().then(exit, exit);
  };
  process.on('uncaughtException', take);
  process.on('unhandledRejection', take);
}

/** Closes the pool last, after jobs and sweeps have come to rest. */
@Injectable()
export class DatabaseShutdown implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly sweeper: Sweeper,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.sweeper.stop();
    await this.jobs.stop();
    await this.dataSource.destroy();
  }
}

/** Whether this process wants new requests: no longer once it was told to stop. */
@Injectable()
export class Readiness {
  serving = true;
}
