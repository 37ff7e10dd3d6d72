import { adminLoginBody, type AuthCheck, databasePasswordBody } from '@lampstand/contracts/back-office';
import { Body, Controller, Get, Header, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf } from '../../platform/http/body-of.ts';
import { RateLimit } from '../../platform/http/rate-limit.ts';
import { Audit } from './audit.ts';
import { clearCookie, setCookie, tokenOf } from './cookies.ts';
import { LocalGuard } from './local-strategy.ts';
import { Sessions } from './sessions.ts';
import { DEVICE_DAYS, type SignInTokens } from './sign-in.ts';
import { DatabaseGuard, UNLOCK_MINUTES, UnlockDatabase } from './unlock-database.ts';

class SignInBody extends bodyOf(adminLoginBody) {}
class UnlockDatabaseBody extends bodyOf(databasePasswordBody) {}

/** Signing in and out, and unlocking the database page. */
@ApiTags('Back office')
@Controller('api/admin')
export class SessionController {
  constructor(
    private readonly sessions: Sessions,
    private readonly unlockDatabase: UnlockDatabase,
    private readonly audit: Audit,
  ) {}

  @Post('login')
  @UseGuards(LocalGuard)
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Signs in: 200 {success} and a cookie; 401, with totpRequired or passkeyRequired where a second factor is missing; 429',
  })
  login(
    @Body() _parsedByTheGuard: SignInBody,
    @Req() request: FastifyRequest & { user: SignInTokens },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): { success: true } {
    setCookie(request, reply, 'session', request.user.session);
    setCookie(request, reply, 'device', request.user.device, DEVICE_DAYS * 24 * 3600);
    return { success: true };
  }

  @Post('logout')
  @HttpCode(200)
  @Header('clear-site-data', '"cache", "storage"')
  @ApiOperation({ summary: 'Ends the session, on every replica, and locks the database page: 200 {success}' })
  async logout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true }> {
    const session = tokenOf(request, 'session');
    const member = session && (await this.sessions.find(session));
    if (member) await this.audit.write({ accountId: member.id, action: 'signed out' });
    if (session) await this.sessions.end(session);
    const unlock = tokenOf(request, 'database');
    if (unlock) await this.unlockDatabase.lock(unlock);
    clearCookie(request, reply, 'session');
    clearCookie(request, reply, 'database');
    return { success: true };
  }

  @Get('check-auth')
  @ApiOperation({ summary: 'Whether this browser is signed in, and as whom: always 200 {isAuthenticated, staff?}' })
  async checkAuth(@Req() request: FastifyRequest): Promise<AuthCheck> {
    const token = tokenOf(request, 'session');
    const member = token && (await this.sessions.find(token));
    if (!member) return { isAuthenticated: false };
    const { email, name, role, secondFactorRequired } = member;
    return {
      isAuthenticated: true,
      staff: { email, name, role, ...(secondFactorRequired && { secondFactorRequired }) },
    };
  }

  @Post('check-auth')
  @HttpCode(200)
  @RateLimit('databaseUnlocksPerAddress')
  @ApiOperation({ summary: "The database page's own password: 200 {isAuthenticated}; 429" })
  async unlock(
    @Body() { password }: UnlockDatabaseBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ isAuthenticated: boolean }> {
    const session = tokenOf(request, 'session');
    const member = session && (await this.sessions.find(session));
    const token = await this.unlockDatabase.execute(password, member ? member.id : null);
    if (token) setCookie(request, reply, 'database', token, UNLOCK_MINUTES * 60);
    return { isAuthenticated: token !== undefined };
  }

  @Get('auth')
  @ApiOperation({ summary: 'Whether the database page is unlocked: 200 {success}, else 401' })
  @UseGuards(DatabaseGuard)
  auth(): { success: true } {
    return { success: true };
  }
}
