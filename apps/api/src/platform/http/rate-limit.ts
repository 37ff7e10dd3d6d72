import type { FastifyInstance } from 'fastify';
import { Options, routeOptionsOf } from './route-decorators.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { AddressLimit } from '../limits/limits.ts';

/**
 * Each request of the route consumes one point of each limit for its address, in this order and before its body is read: a 429 when
 * none is left.
 */
export const RateLimit = (...limits: AddressLimit[]): MethodDecorator => Options({ limits });

/** The hook that applies `@RateLimit`, also to routes without a controller. */
export function limitRequests(fastify: FastifyInstance, limiter: Limiter): void {
  fastify.addHook('onRequest', async (request) => {
    for (const name of routeOptionsOf(request).limits ?? []) await limiter.consume(name);
  });
}
