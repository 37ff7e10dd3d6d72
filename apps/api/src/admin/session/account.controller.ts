import {
  ADMIN_ERRORS,
  newPasskeyBody,
  type NewPasskeyBody,
  ownPasswordBody,
  type OwnPasswordBody,
  type Passkey,
} from '@lampstand/contracts/back-office';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Takes } from '../../platform/http/takes.ts';
import { parseId } from '../parse-id.ts';
import type { StaffPasskey } from './domain/passkey.entity.ts';
import { type ActingStaff, Needs, Staff } from './needs.ts';
import { Passkeys } from './passkeys.ts';
import { AddPasskey } from './use-cases/add-passkey.ts';
import { RemovePasskey } from './use-cases/remove-passkey.ts';

/** What staff sees and changes of its own sign-in. */
@ApiTags('Back office')
@Controller('api/admin/account/passkeys')
@Needs('account')
export class AccountController {
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
  @Takes(ownPasswordBody, 'What `navigator.credentials.create` is to make: 200 {challenge, …}; 400, 409 at ten; 429')
  options(@Staff() staff: ActingStaff, @Body({ schema: ownPasswordBody }) { password }: OwnPasswordBody) {
    return this.addPasskey.ask(staff, password);
  }

  @Post()
  @HttpCode(200)
  @Takes(newPasskeyBody, 'Adds what was made; other sessions of the account end: 200 {success}; 400, 409 when known')
  async add(
    @Staff() staff: ActingStaff,
    @Body({ schema: newPasskeyBody }) given: NewPasskeyBody,
  ): Promise<{ success: true }> {
    await this.addPasskey.execute(staff, given);
    return { success: true };
  }

  @Post(':id/remove')
  @HttpCode(200)
  @Takes(ownPasswordBody, 'Other sessions of the account end: 200 {success}; 400, 404, 409 for the last factor; 429')
  async remove(
    @Staff() staff: ActingStaff,
    @Param('id') id: string,
    @Body({ schema: ownPasswordBody }) { password }: OwnPasswordBody,
  ): Promise<{ success: true }> {
    await this.removePasskey.execute(staff, parseId(id, ADMIN_ERRORS.noSuchPasskey), password);
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
