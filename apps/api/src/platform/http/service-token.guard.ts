import { createHash, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Settings } from '../config/index.ts';
import { AppError } from '../errors.ts';

/** Requires `Authorization: Bearer INTERNAL_TOKEN`, for calls from our own services. Otherwise a 401. */
@Injectable()
export class ServiceTokenGuard implements CanActivate {
  constructor(private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean {
    const { authorization = '' } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    if (same(authorization, `Bearer ${this.settings.INTERNAL_TOKEN}`)) return true;
    throw new AppError('unauthenticated', 'A service token is needed');
  }
}

/** Compares hashes in constant time, so that timing reveals neither length nor content. */
const same = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
