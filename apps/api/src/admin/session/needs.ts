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
import { AppError } from '../../platform/http/errors.ts';
import { setActor } from '../../platform/request-context.ts';
import { tokenOf } from './cookies.ts';
import { Sessions, type SignedIn } from './sessions.ts';

const RIGHT = 'right';
const staffOf = new WeakMap<object, ActingStaff>();

/** Who acts, and from where: what the audit wants to know. */
export interface ActingStaff extends SignedIn {
  address: string;
}

/**
 * A call, or all calls of a controller, for staff whose role has this right: 401 without a session, 403 without the right,
 * and 403 with `secondFactorRequired` for who has to add a second factor first and asks for anything else.
 */
export const Needs = (right: Right): ClassDecorator & MethodDecorator =>
  applyDecorators(SetMetadata(RIGHT, right), UseGuards(StaffGuard), ApiCookieAuth());

/** The member of staff who makes the call. */
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
    if (!member) throw new AppError(401, ADMIN_ERRORS.signInFirst);
    const right = this.reflector.getAllAndOverride<Right>(RIGHT, [context.getHandler(), context.getClass()]);
    if (!may(member.role, right)) throw new AppError(403, ADMIN_ERRORS.notAllowed);
    if (member.secondFactorRequired && right !== 'account')
      throw new AppError(403, ADMIN_ERRORS.secondFactorFirst, { secondFactorRequired: true });
    staffOf.set(request, { ...member, address: request.ip });
    setActor(member.role === 'administrator' ? 'admin' : 'support');
    return true;
  }
}
