import {
  ADMIN_ERRORS,
  inviteBody,
  newPasswordBody,
  type PasswordLinkAnswer,
  passwordLinkBody,
  STAFF_CHANGE_NAMES,
  STAFF_CHANGES,
  type StaffChange,
  type StaffChangeBody,
  type StaffRow,
} from '@lampstand/contracts/back-office';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AppError } from '../../../platform/errors.ts';
import { bodyOf } from '../../../platform/http/body-of.ts';
import { LARGEST_INTEGER, ParseId } from '../../../platform/http/parse-id.ts';
import { parseBody } from '../../../platform/http/request-body.ts';
import { RateLimit } from '../../../platform/limits/rate-limit.guard.ts';
import { type ActingStaff, RequirePermission, Staff } from '../require-permission.ts';
import { ManageStaff } from './manage-staff.ts';
import { PasswordLinks } from './password-links.tsx';

class InviteStaffBody extends bodyOf(inviteBody) {}
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
  async invite(@Body() body: InviteStaffBody, @Staff() staff: ActingStaff): Promise<{ success: true }> {
    await this.manageStaff.invite(staff, body);
    return { success: true };
  }

  @Post(':id/:change')
  @HttpCode(200)
  @ApiParam({ name: 'change', enum: STAFF_CHANGE_NAMES })
  @ApiOperation({
    summary:
      'Changes an account: 200 {success}; 409 for one’s own. A change that gives access takes {password} of the caller, ' +
      'change-role also {role}',
  })
  async change(
    @Param('id', new ParseId(ADMIN_ERRORS.noSuchAccount, LARGEST_INTEGER)) id: number,
    @Param('change') name: string,
    @Body() body: unknown,
    @Staff() staff: ActingStaff,
  ): Promise<{ success: true }> {
    if (!isChange(name)) throw new AppError('notFound', ADMIN_ERRORS.noSuchAction);
    await this.manageStaff.change(staff, id, name, await parseBody<StaffChangeBody>(STAFF_CHANGES[name], body ?? {}));
    return { success: true };
  }
}

const isChange = (name: string): name is StaffChange => (STAFF_CHANGE_NAMES as string[]).includes(name);

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
  async set(@Body() body: SetPasswordBody): Promise<{ success: true }> {
    await this.passwordLinks.setPassword(body);
    return { success: true };
  }
}
