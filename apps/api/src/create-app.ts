import type { RequestListener } from 'node:http';
import cookie from '@fastify/cookie';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Clock } from './platform/clock/clock.ts';
import { Settings } from './platform/config/index.ts';
import { closeConnectionsWhileStopping, Readiness } from './platform/shutdown.ts';
import { ErrorFilter } from './platform/http/errors.ts';
import { addHooks, answerMalformedUrl, newRequestId } from './platform/http/hooks.ts';
import { BODY_LIMIT, registerBodyParsers, validationPipe } from './platform/http/request-body.ts';
import { serveApiDocs } from './platform/http/openapi.ts';
import { createBoundedServer } from './platform/http/sockets.ts';
import { serveStaticSite } from './site/static-site.ts';

const SECOND = 1000;
const TIMES = {
  requestTimeout: 30 * SECOND,
  keepAliveTimeout: 72 * SECOND,
  headersTimeout: 10 * SECOND,
  connectionsCheckingInterval: 5 * SECOND,
};

/** The HTTP server with everything that holds for all calls; `siteRoot` is the built site. */
export async function createApp(module: Type, settings: Settings, siteRoot: string): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    genReqId: newRequestId,
    frameworkErrors: answerMalformedUrl,
    trustProxy: trustProxyOf(settings.TRUST_PROXY),
    // A request that comes while the server closes is answered like any other.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    serverFactory: (listener: RequestListener) => createBoundedServer(listener, TIMES),
  } as never);
  const fastify = adapter.getInstance();
  registerBodyParsers(fastify);
  addHooks(fastify, settings);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  await app.register(cookie as never);
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ErrorFilter(app.get(Clock)));
  closeConnectionsWhileStopping(fastify, app.get(Readiness));
  serveApiDocs(app, settings);
  serveStaticSite(fastify, siteRoot, settings);
  await app.init();
  return app;
}

type TrustProxy = false | string | ((address: string, hop: number) => boolean);

/** Fastify ignores a bare number of hops, because it cannot know who knocks; here the operator has said so. */
const trustProxyOf = (value: string): TrustProxy =>
  /^\d+$/.test(value) ? (_address, hop) => hop < Number(value) : value || false;
