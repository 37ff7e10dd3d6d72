import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createStackParser, createTransport, type Event, Scope } from '@sentry/core';
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server';
import { Settings } from './config/index.ts';
import { type FailureLine, log, onFailureLine } from './logging.ts';
import { Release } from './release.ts';

const ANSWER_MS = 5000;
const SENT_AT_STOP_MS = 2000;

const stackParser = createStackParser(nodeStackLineParser());

/**
 * Sends each failure in the log to the tracker at SENTRY_DSN, with what its line holds and nothing else. It speaks the protocol of
 * Sentry (https://develop.sentry.dev/sdk/), which GlitchTip and Bugsink take, too.
 */
@Injectable()
export class ErrorTracker implements OnApplicationShutdown {
  private readonly client: ServerRuntimeClient | undefined;
  private readonly stop: () => void = () => undefined;

  constructor({ SENTRY_DSN, SITE_URL }: Settings, { version, commit }: Release) {
    if (!SENTRY_DSN) return;
    const client = new ServerRuntimeClient({
      dsn: SENTRY_DSN,
      release: `${version}+${commit}`,
      environment: new URL(SITE_URL).host,
      integrations: [],
      stackParser,
      transport: (options) => createTransport(options, ({ body }) => send(options.url, body)),
    });
    client.init();
    this.client = client;
    this.stop = onFailureLine((line) => client.captureEvent(eventOf(line), undefined, new Scope()));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop();
    await this.client?.close(SENT_AT_STOP_MS);
  }
}

function eventOf({ level, message, fields }: FailureLine): Event {
  const { kind, place, requestId, jobId, ...extra } = fields;
  const tags = { requestId, jobId } as NonNullable<Event['tags']>;
  if (typeof kind !== 'string' || !Array.isArray(place)) return { level, message, tags, extra };
  const stacktrace = { frames: stackParser(place.join('\n')) };
  return { level, tags, extra, exception: { values: [{ type: kind, value: message, stacktrace }] } };
}

async function send(url: string, body: string | Uint8Array) {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(url, { method: 'POST', redirect: 'error', body: Buffer.from(body), signal })
    .then(async (response) => {
      await response.body?.cancel();
      return response;
    })
    .catch((error: unknown) => {
      // Without its place: that would be sent.
      log.warn('the error tracker does not answer');
      throw error;
    });
  if (!answer.ok) log.warn({ status: answer.status }, 'the error tracker refused an error');
  const header = (name: string) => answer.headers.get(name);
  const headers = { 'x-sentry-rate-limits': header('x-sentry-rate-limits'), 'retry-after': header('retry-after') };
  return { statusCode: answer.status, headers };
}
