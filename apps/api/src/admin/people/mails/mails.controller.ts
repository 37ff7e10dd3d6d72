import type { SupportActionAnswer, SentMailView } from '@lampstand/contracts/back-office';
import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type ActingStaff, RequirePermission, Staff } from '../../auth/index.ts';
import { ReadMail } from './read-mail.ts';
import { SendMailAgain } from './send-mail-again.ts';

/** The mails to one person, from its timeline. */
@ApiTags('Back office')
@Controller('api/admin/mails/:key')
export class MailsController {
  constructor(
    private readonly readMail: ReadMail,
    private readonly sendMailAgain: SendMailAgain,
  ) {}

  @Get()
  @RequirePermission('read')
  @ApiOperation({ summary: 'A mail as it was sent, in words; its links name their page only. Reading is audited' })
  read(@Param('key') key: string, @Staff() staff: ActingStaff): Promise<SentMailView> {
    return this.readMail.execute(key, staff);
  }

  @Post('send')
  @HttpCode(200)
  @RequirePermission('support-actions')
  @ApiOperation({
    summary:
      'Sends a mail again, to the present address: 200 {success, message}, with `repeated` within a minute; 409 for a link',
  })
  send(@Param('key') key: string, @Staff() staff: ActingStaff): Promise<SupportActionAnswer> {
    return this.sendMailAgain.execute(key, staff);
  }
}
