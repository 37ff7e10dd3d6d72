import {
  type AuthenticatorOffer,
  changePasswordBody,
  newAuthenticatorBody,
  ownNameBody,
  type OwnAccount,
} from '@lampstand/contracts/back-office';
import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf } from '../../platform/http/body-of.ts';
import { ConfirmPasswordBody } from './bodies.ts';
import { setCookie } from './cookies.ts';
import { ManageAuthenticator } from './manage-authenticator.ts';
import { ManageOwnAccount } from './own-account.ts';
import { type ActingStaff, RequirePermission, Staff } from './require-permission.ts';

interface Success {
  success: true;
}

class ChangeOwnNameBody extends bodyOf(ownNameBody) {}
class ChangeOwnPasswordBody extends bodyOf(changePasswordBody) {}
class AddAuthenticatorBody extends bodyOf(newAuthenticatorBody) {}

/** Name, password, authenticator app and sessions of the signed-in member of staff. */
@ApiTags('Back office')
@Controller('api/admin/account')
@RequirePermission('account')
export class OwnAccountController {
  constructor(
    private readonly ownAccount: ManageOwnAccount,
    private readonly authenticator: ManageAuthenticator,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Whether one has an authenticator app, and one’s own sessions, the last used first' })
  read(@Staff() staff: ActingStaff): Promise<OwnAccount> {
    return this.ownAccount.read(staff);
  }

  @Post('sessions/:id/end')
  @HttpCode(200)
  @ApiOperation({ summary: 'Ends one of one’s own sessions: 200 {success}, 404' })
  async endSession(@Staff() staff: ActingStaff, @Param('id') id: string): Promise<Success> {
    await this.ownAccount.endSession(staff, id);
    return { success: true };
  }

  @Post('name')
  @HttpCode(200)
  @ApiOperation({ summary: 'Changes one’s own name: 200 {success}; 400, 409 for that of a colleague' })
  async changeName(@Staff() staff: ActingStaff, @Body() { name }: ChangeOwnNameBody): Promise<Success> {
    await this.ownAccount.changeName(staff, name);
    return { success: true };
  }

  @Post('password')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Ends all sessions and starts a new one: 200 {success}, a cookie; 400 {error, fields}, 429',
  })
  async changePassword(
    @Staff() staff: ActingStaff,
    @Body() body: ChangeOwnPasswordBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success> {
    setCookie(request, reply, 'session', await this.ownAccount.changePassword(staff, body));
    return { success: true };
  }

  @Post('authenticator/options')
  @HttpCode(200)
  @ApiOperation({ summary: 'A new secret for the app, not stored yet: 200 {secret, uri, token}; 400, 429' })
  offer(@Staff() staff: ActingStaff, @Body() { password }: ConfirmPasswordBody): Promise<AuthenticatorOffer> {
    return this.authenticator.offer(staff, password);
  }

  @Post('authenticator')
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Adds or replaces the app, ends all sessions and starts a new one: 200 {success}, a cookie; 400 for a wrong code, 410, 429',
  })
  async add(
    @Staff() staff: ActingStaff,
    @Body() body: AddAuthenticatorBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success> {
    setCookie(request, reply, 'session', await this.authenticator.add(staff, body));
    return { success: true };
  }

  @Post('authenticator/remove')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Ends all sessions and starts a new one: 200 {success}, a cookie; 400, 409 for the last factor, 429',
  })
  async remove(
    @Staff() staff: ActingStaff,
    @Body() { password }: ConfirmPasswordBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success> {
    setCookie(request, reply, 'session', await this.authenticator.remove(staff, password));
    return { success: true };
  }
}
