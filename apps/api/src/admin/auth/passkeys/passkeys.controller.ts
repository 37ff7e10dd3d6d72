import { ADMIN_ERRORS, newPasskeyBody, type Passkey } from '@lampstand/contracts/back-office';
import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf } from '../../../platform/http/body-of.ts';
import { ParseId } from '../../../platform/http/parse-id.ts';
import type { StaffPasskey } from '../auth.entities.ts';
import { ConfirmPasswordBody } from '../bodies.ts';
import { setCookie } from '../cookies.ts';
import { type ActingStaff, RequirePermission, Staff } from '../require-permission.ts';
import { AddPasskey, RemovePasskey } from './manage-passkeys.ts';
import { Passkeys } from './passkeys.ts';

class AddPasskeyBody extends bodyOf(newPasskeyBody) {}

/** The passkeys of the signed-in member of staff. */
@ApiTags('Back office')
@Controller('api/admin/account/passkeys')
@RequirePermission('account')
export class PasskeysController {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly addPasskey: AddPasskey,
    private readonly removePasskey: RemovePasskey,
  ) {}

  @Get()
  @ApiOperation({ summary: "One's own passkeys, the newest first" })
  async list(@Staff() { id }: ActingStaff): Promise<Passkey[]> {
    return (await this.passkeys.of(id)).map(viewOf);
  }

  @Post('options')
  @HttpCode(200)
  @ApiOperation({ summary: 'Options for `navigator.credentials.create`: 200 {challenge, …}; 400, 409 at ten; 429' })
  options(@Staff() staff: ActingStaff, @Body() { password }: ConfirmPasswordBody) {
    return this.addPasskey.createOptions(staff, password);
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Adds the passkey, ends all sessions and starts a new one: 200 {success}, a cookie; 400, 409 when known',
  })
  async add(
    @Staff() staff: ActingStaff,
    @Body() body: AddPasskeyBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true }> {
    setCookie(request, reply, 'session', await this.addPasskey.execute(staff, body));
    return { success: true };
  }

  @Post(':id/remove')
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Removes the passkey, ends all sessions and starts a new one: 200 {success}, a cookie; 400, 404, 409 for the last factor; 429',
  })
  async remove(
    @Staff() staff: ActingStaff,
    @Param('id', new ParseId(ADMIN_ERRORS.noSuchPasskey)) id: number,
    @Body() { password }: ConfirmPasswordBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true }> {
    setCookie(request, reply, 'session', await this.removePasskey.execute(staff, id, password));
    return { success: true };
  }
}

const viewOf = ({ id, name, createdAt, lastUsedAt, backedUp }: StaffPasskey): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  backedUp,
});
