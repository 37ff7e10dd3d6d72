/** How the process stops: on a signal, after a crash, and the database last. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './config/index.ts';
import type { Readiness } from './health/readiness.ts';
import { JobHandlers } from './jobs/handlers.ts';
import { Jobs } from './jobs/jobs.ts';
import { causeOf, log } from './logging.ts';

const SECOND = 1000;
const SHUTDOWN_TIMEOUT_MS = 25 * SECOND;
const CRASH_TIMEOUT_MS = 20 * SECOND;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Sends `Connection: close` with every response while stopping, so that no kept-alive connection is cut with a request on it. */
export function closeConnectionsWhileStopping(fastify: FastifyInstance, readiness: Readiness): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (!readiness.serving) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * On a signal: reports not ready, serves for DRAIN_SECONDS until load balancers have noticed, closes, lets running requests
 * and jobs finish, exits 0. A second signal, or 25 seconds, exits 1 at once.
 */
export function stopOnSignals(readiness: Readiness, close: () => Promise<unknown>, { DRAIN_SECONDS }: Settings): void {
  async function stop(): Promise<void> {
    readiness.serving = false;
    log.info({ seconds: DRAIN_SECONDS }, 'stopping');
    setTimeout(() => forceExit('shutdown timed out'), SHUTDOWN_TIMEOUT_MS).unref();
    await sleep(DRAIN_SECONDS * SECOND);
    await close();
    log.info('stopped');
    process.exit(0);
  }

  const onSignal = () => {
    if (!readiness.serving) return forceExit('second signal');
    stop().catch((error: unknown) => forceExit('shutdown failed', causeOf(error)));
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

function forceExit(reason: string, cause = {}): void {
  log.error({ reason, ...cause }, 'forced exit');
  process.exit(1);
}

interface Process {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
  exit(code: number): void;
}

/**
 * On an uncaught exception or rejection: logs it without its message, which could quote a person, closes the server so that
 * running requests are answered, and exits 1 for the supervisor to restart.
 */
export function installCrashHandlers(process: Process, close: () => Promise<unknown>): void {
  let closing = false;
  const onCrash = (error: unknown): void => {
    log.fatal(causeOf(error), 'uncaught exception');
    if (closing) return;
    closing = true;
    const exit = () => process.exit(1);
    setTimeout(exit, CRASH_TIMEOUT_MS).unref();
    close().then(exit, exit);
  };
  process.on('uncaughtException', onCrash);
  process.on('unhandledRejection', onCrash);
}

/** Lets running sweeps and jobs finish once the last request is answered; the database closes after them. */
@Injectable()
export class StopJobs implements OnApplicationShutdown {
  constructor(
    private readonly jobs: Jobs,
    private readonly handlers: JobHandlers,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    this.handlers.stop();
    await this.jobs.stop();
  }
}
