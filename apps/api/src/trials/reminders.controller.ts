import { Controller, Header, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { AnyBody } from '../platform/http/route-decorators.ts';
import { StopReminders } from './use-cases/reminders.ts';

/** Stops the reminders of an unfinished sign-up, from the page at this URL or from a mail program (RFC 8058). */
@ApiTags('Sign-up')
@Controller('reminders/stop')
export class RemindersController {
  constructor(private readonly stopReminders: StopReminders) {}

  @Post()
  @HttpCode(200)
  @AnyBody()
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Stops reminders with one click: 200 {success}, also when repeated; 410 for an invalid link',
  })
  @ApiQuery({ name: 'token', type: String })
  stop(@Query('token') token: unknown): Promise<{ success: true }> {
    return this.stopReminders.execute(String(token));
  }
}
