import {
  ADMIN_ERRORS,
  inviteBody,
  newPasswordBody,
  type PasswordLinkAnswer,
  passwordLinkBody,
  STAFF_CHANGES,
  type StaffRow,
} from '@lampstand/contracts/back-office';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { bodyOf } from '../../../platform/http/body-of.ts';
import { LARGEST_INTEGER, ParseId } from '../../../platform/http/parse-id.ts';
import { RateLimit } from '../../../platform/http/rate-limit.ts';
import { ConfirmPasswordBody } from '../bodies.ts';
import { IfMatch } from '../fact-tags.ts';
import { type ActingStaff, RequirePermission, Staff } from '../require-permission.ts';
import { ManageStaff } from './manage-staff.ts';
import { PasswordLinks } from './password-links.tsx';

interface Success {
  success: true;
}

const AccountId = () => Param('id', new ParseId(ADMIN_ERRORS.noSuchAccount, LARGEST_INTEGER));

class InviteStaffBody extends bodyOf(inviteBody) {}
class ChangeRoleBody extends bodyOf(STAFF_CHANGES['change-role']) {}
class ReadPasswordLinkBody extends bodyOf(passwordLinkBody) {}
class SetPasswordBody extends bodyOf(newPasswordBody) {}

/** The accounts of the team. */
@ApiTags('Back office')
@Controller('api/admin/staff')
@RequirePermission('staff')
export class StaffController {
  constructor(private readonly manageStaff: ManageStaff) {}

  @Get()
  @ApiOperation({ summary: 'Every account with its second factors, sessions and possible changes' })
  list(@Staff() staff: ActingStaff): Promise<StaffRow[]> {
    return this.manageStaff.list(staff);
  }

  @Post()
  @ApiOperation({
    summary: 'Creates an account and mails the link to set a password: 201 {success}; 409 for a known email',
  })
  async invite(@Body() body: InviteStaffBody, @Staff() staff: ActingStaff): Promise<Success> {
    await this.manageStaff.invite(staff, body);
    return { success: true };
  }

  @Post(':id/change-role')
  @HttpCode(200)
  @ApiOperation({ summary: 'Changes the role and ends all sessions: 200 {success}; 409 for one’s own account' })
  changeRole(
    @AccountId() id: number,
    @Body() body: ChangeRoleBody,
    @Staff() staff: ActingStaff,
    @IfMatch() seen?: string,
  ): Promise<Success> {
    return this.change(staff, id, 'change-role', body, seen);
  }

  @Post(':id/send-password-link')
  @HttpCode(200)
  @ApiOperation({ summary: 'Mails a link to set a new password: 200 {success}; 409 for one’s own account, 429' })
  sendPasswordLink(
    @AccountId() id: number,
    @Body() body: ConfirmPasswordBody,
    @Staff() staff: ActingStaff,
    @IfMatch() seen?: string,
  ): Promise<Success> {
    return this.change(staff, id, 'send-password-link', body, seen);
  }

  @Post(':id/end-sessions')
  @HttpCode(200)
  @ApiOperation({ summary: 'Ends all sessions: 200 {success}; 409 for one’s own account' })
  endSessions(@AccountId() id: number, @Staff() staff: ActingStaff, @IfMatch() seen?: string): Promise<Success> {
    return this.change(staff, id, 'end-sessions', {}, seen);
  }

  @Post(':id/reset-sign-in')
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Removes password and second factors, and mails a link to set a new password: 200 {success}; 409 for one’s own account',
  })
  resetSignIn(
    @AccountId() id: number,
    @Body() body: ConfirmPasswordBody,
    @Staff() staff: ActingStaff,
    @IfMatch() seen?: string,
  ): Promise<Success> {
    return this.change(staff, id, 'reset-sign-in', body, seen);
  }

  @Post(':id/disable')
  @HttpCode(200)
  @ApiOperation({ summary: 'Ends all sessions and refuses new ones: 200 {success}; 409 for one’s own account' })
  disable(
    @AccountId() id: number,
    @Body() body: ConfirmPasswordBody,
    @Staff() staff: ActingStaff,
    @IfMatch() seen?: string,
  ): Promise<Success> {
    return this.change(staff, id, 'disable', body, seen);
  }

  @Post(':id/enable')
  @HttpCode(200)
  @ApiOperation({ summary: 'Accepts sign-ins again: 200 {success}; 409 for one’s own account' })
  enable(
    @AccountId() id: number,
    @Body() body: ConfirmPasswordBody,
    @Staff() staff: ActingStaff,
    @IfMatch() seen?: string,
  ): Promise<Success> {
    return this.change(staff, id, 'enable', body, seen);
  }

  private async change(...change: Parameters<ManageStaff['change']>): Promise<Success> {
    await this.manageStaff.change(...change);
    return { success: true };
  }
}

/** The mailed link to set a password. Public endpoints; the link's token is required. */
@ApiTags('Back office')
@Controller('api/admin')
export class PasswordController {
  constructor(private readonly passwordLinks: PasswordLinks) {}

  @Post('password-link')
  @HttpCode(200)
  @RateLimit('loginsPerAddress')
  @ApiOperation({ summary: 'Whose link it is: 200 {email}; 410 when it was used or has expired' })
  async read(@Body() { token }: ReadPasswordLinkBody): Promise<PasswordLinkAnswer> {
    const { email } = await this.passwordLinks.accountOf(token);
    return { email };
  }

  @Post('password')
  @HttpCode(200)
  @RateLimit('loginsPerAddress')
  @ApiOperation({ summary: 'Sets the password and ends all sessions: 200 {success}; 400 for a weak password, 410' })
  async set(@Body() body: SetPasswordBody): Promise<Success> {
    await this.passwordLinks.setPassword(body);
    return { success: true };
  }
}
