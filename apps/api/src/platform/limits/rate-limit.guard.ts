import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Limiter } from './limiter.ts';
import type { AddressLimit } from './limits.ts';

const Limits = Reflector.createDecorator<AddressLimit[]>();

/** Each request of the route consumes one point of each limit for its address, in this order: a 429 when none is left. */
export const RateLimit = (...names: AddressLimit[]): MethodDecorator =>
  applyDecorators(Limits(names), UseGuards(RateLimitGuard));

@Injectable()
class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: Limiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    for (const name of this.reflector.get(Limits, context.getHandler())) await this.limiter.consume(name);
    return true;
  }
}
