import { createHash, timingSafeEqual } from 'node:crypto';
import { ERRORS } from '@lampstand/contracts';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config/index.ts';
import { AppError } from '../errors.ts';
import { routeOptionsOf } from './route-decorators.ts';

/**
 * A 401 for a call of a service, on a route with `serviceToken`, without that token: as `Authorization: Bearer …`, or as the password
 * of any user. A 404 where the setting is absent.
 */
export function serviceTokenError(request: FastifyRequest, settings: Settings): Error | undefined {
  const { serviceToken } = routeOptionsOf(request);
  if (!serviceToken) return undefined;
  const expected = settings[serviceToken];
  if (!expected) return new AppError('notFound', ERRORS.notFound);
  if (same(tokenIn(request.headers.authorization), expected)) return undefined;
  return new AppError('unauthenticated', 'A service token is needed');
}

function tokenIn(authorization = ''): string {
  const [scheme, given = ''] = authorization.split(' ');
  return scheme === 'Basic'
    ? Buffer.from(given, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : given;
}

/** Compares hashes in constant time, so that timing reveals neither length nor content. */
const same = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
