import type { RequestListener } from 'node:http';
import cookie from '@fastify/cookie';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Clock } from '../clock/clock.ts';
import { Settings } from '../config/index.ts';
import { Readiness } from '../health/readiness.ts';
import { ErrorFilter } from './error-filter.ts';
import { addHooks, answerUnreadable, newRequestId } from './hooks.ts';
import { BODY_LIMIT, takeJsonBodies } from './json-bodies.ts';
import { documentApi } from './open-api.ts';
import { boundedServer } from './sockets.ts';
import { serveSite } from './static-site.ts';
import { closeConnectionsWhileStopping } from './stopping.ts';
import { validationPipe } from './validation.ts';

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
    frameworkErrors: answerUnreadable,
    trustProxy: trustProxyOf(settings.TRUST_PROXY),
    // A request that comes while the server closes is answered like any other.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    serverFactory: (listener: RequestListener) => boundedServer(listener, TIMES),
  } as never);
  const fastify = adapter.getInstance();
  takeJsonBodies(fastify);
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
  documentApi(app, settings);
  serveSite(fastify, siteRoot, settings);
  await app.init();
  return app;
}

type TrustProxy = false | string | ((address: string, hop: number) => boolean);

/** Fastify ignores a bare number of hops, because it cannot know who knocks; here the operator has said so. */
const trustProxyOf = (value: string): TrustProxy =>
  /^\d+$/.test(value) ? (_address, hop) => hop < Number(value) : value || false;
