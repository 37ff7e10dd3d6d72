import { ADMIN_ERRORS, may, type Right } from '@lampstand/contracts/back-office';
import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiCookieAuth } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { setActor } from '../../platform/request-context.ts';
import { tokenOf } from './cookies.ts';
import { Sessions, type SignedIn } from './sessions.ts';

const RIGHT = 'right';
const staffOf = new WeakMap<object, ActingStaff>();

/** The member of staff behind a request. */
export type ActingStaff = SignedIn;

/**
 * Requires a role with this right, for a handler or a whole controller: 401 without a session, 403 without the right.
 * An account that still needs a second factor gets a 403 with `secondFactorRequired` for every right but `account`.
 */
export const RequirePermission = (right: Right): ClassDecorator & MethodDecorator =>
  applyDecorators(SetMetadata(RIGHT, right), UseGuards(StaffGuard), ApiCookieAuth());

/** The member of staff behind the request. */
export const Staff = createParamDecorator((_: unknown, context: ExecutionContext): ActingStaff | undefined =>
  staffOf.get(context.switchToHttp().getRequest<FastifyRequest>()),
);

@Injectable()
export class StaffGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: Sessions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = tokenOf(request, 'session');
    const member = token && (await this.sessions.find(token));
    if (!member) throw new AppError('unauthenticated', ADMIN_ERRORS.signInFirst);
    const right = this.reflector.getAllAndOverride<Right>(RIGHT, [context.getHandler(), context.getClass()]);
    if (!may(member.role, right)) throw new AppError('forbidden', ADMIN_ERRORS.notAllowed);
    if (member.secondFactorRequired && right !== 'account')
      throw new AppError('forbidden', ADMIN_ERRORS.secondFactorFirst, { secondFactorRequired: true });
    staffOf.set(request, member);
    setActor(member.role === 'administrator' ? 'admin' : 'support');
    return true;
  }
}
