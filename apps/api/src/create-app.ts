import type { RequestListener } from 'node:http';
import cookie from '@fastify/cookie';
import type { DynamicModule, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Clock } from './platform/clock/clock.ts';
import type { Settings } from './platform/config/index.ts';
import { compressAnswers } from './platform/http/compression.ts';
import { ErrorFilter } from './platform/http/error.filter.ts';
import { addHooks, answerMalformedUrl, newRequestId } from './platform/http/hooks.ts';
import { serveApiDocs } from './platform/http/openapi.ts';
import { BODY_LIMIT, registerBodyParsers, SchemaPipe } from './platform/http/request-body.ts';
import { createBoundedServer } from './platform/http/sockets.ts';
import { Limiter } from './platform/limits/limiter.ts';
import { nestLogger } from './platform/logging.ts';
import { limitRequests } from './platform/http/rate-limit.ts';
import { Readiness } from './platform/health/readiness.ts';
import { closeConnectionsWhileStopping } from './platform/shutdown.ts';
import { PageServices } from './site/page-services.ts';
import { Pages } from './site/pages.ts';
import { ReleaseAssets } from './site/release-assets.ts';
import { serveSite } from './site/serve-site.ts';

const SECOND = 1000;
const TIMEOUTS = {
  requestTimeout: 30 * SECOND,
  keepAliveTimeout: 72 * SECOND,
  headersTimeout: 10 * SECOND,
  connectionsCheckingInterval: 5 * SECOND,
};

const OPTIONS: NestApplicationOptions = {
  bodyParser: false,
  logger: nestLogger,
  abortOnError: false,
  // The caller reports a failed start; Nest would log it first.
  bufferLogs: true,
  autoFlushLogs: false,
};

const createNestApp = (module: DynamicModule, adapter: FastifyAdapter, options: NestApplicationOptions) =>
  NestFactory.create<NestFastifyApplication>(module, adapter, options);

/**
 * Builds the Nest application on Fastify: API, API docs and the site. The caller listens. Tests pass
 * their own `create`, which builds the same module as a testing module.
 */
export async function createApp(
  module: DynamicModule,
  settings: Settings,
  create: typeof createNestApp = createNestApp,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    genReqId: newRequestId,
    frameworkErrors: answerMalformedUrl,
    trustProxy: trustProxyOf(settings.TRUST_PROXY),
    // Requests that arrive while the server drains are still answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    serverFactory: (listener: RequestListener) => createBoundedServer(listener, TIMEOUTS),
  } as never);
  const fastify = adapter.getInstance();
  registerBodyParsers(fastify);
  addHooks(fastify, settings);
  compressAnswers(fastify);
  const app = await create(module, adapter, OPTIONS);
  app.flushLogs();
  limitRequests(fastify, app.get(Limiter));
  await app.register(cookie as never);
  app.useGlobalPipes(new SchemaPipe());
  app.useGlobalFilters(new ErrorFilter(app.get(Clock)));
  closeConnectionsWhileStopping(fastify, app.get(Readiness));
  serveApiDocs(app, settings);
  await app.init();
  // After Nest has set its handler of errors, which answers for these routes, too.
  await serveSite(fastify, app.get(Pages), app.get(PageServices), app.get(ReleaseAssets));
  return app;
}

type TrustProxy = false | string | ((address: string, hop: number) => boolean);

/** TRUST_PROXY as Fastify's trustProxy. Fastify ignores a number of hops given as text, so it becomes a function. */
const trustProxyOf = (value: string): TrustProxy =>
  /^\d+$/.test(value) ? (_address, hop) => hop < Number(value) : value || false;
