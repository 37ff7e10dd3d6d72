import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config/index.ts';
import { AppError } from '../errors.ts';
import { routeOptionsOf } from './route-decorators.ts';

/** A 401 for a call of our own services, a route with `@ServiceCall()`, without `Authorization: Bearer INTERNAL_TOKEN`. */
export function serviceTokenError(request: FastifyRequest, { INTERNAL_TOKEN }: Settings): Error | undefined {
  const { authorization = '' } = request.headers;
  if (!routeOptionsOf(request).serviceToken || same(authorization, `Bearer ${INTERNAL_TOKEN}`)) return undefined;
  return new AppError('unauthenticated', 'A service token is needed');
}

/** Compares hashes in constant time, so that timing reveals neither length nor content. */
const same = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
