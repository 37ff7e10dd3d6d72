import { adminLoginBody, type AdminLoginBody } from '@lampstand/contracts/back-office';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-local';
import { parseBody } from '../../platform/http/request-body.ts';
import { cookieOf, tokenOf } from './cookies.ts';
import { SignIn, type SignInTokens } from './sign-in.ts';
import { browserOf } from './staff-notices.tsx';

/** passport-local: takes email and password from the body and calls SignIn. Sessions are ours; passport keeps none. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor(private readonly signIn: SignIn) {
    super({ usernameField: 'email', passwordField: 'password', passReqToCallback: true });
  }

  validate(request: FastifyRequest, email: string, password: string): Promise<SignInTokens> {
    const { totp, passkey } = request.body as AdminLoginBody;
    return this.signIn.execute({
      email,
      password,
      totp,
      passkey,
      device: cookieOf(request, 'device'),
      session: tokenOf(request, 'session'),
      browser: browserOf(request.headers['user-agent']),
    });
  }
}

/** Parses the body before passport does, so that a missing field is a 400 that names it. */
@Injectable()
export class LocalGuard extends AuthGuard('local') {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.body = await parseBody(adminLoginBody, request.body);
    return (await super.canActivate(context)) as boolean;
  }
}
