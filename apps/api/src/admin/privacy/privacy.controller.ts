import {
  type PersonFile,
  privacyBody,
  privacyErasureBody,
  type PrivacyErasure,
  type PrivacyRecords,
} from '@lampstand/contracts/back-office';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Unsubscribe } from '../../newsletter/index.ts';
import { ZodBody } from '../../platform/http/route-decorators.ts';
import { StaffReads } from '../lists/staff-reads.ts';
import { Audit } from '../session/audit.ts';
import { type ActingStaff, RequirePermission, Staff } from '../session/require-permission.ts';
import { ErasePersonWithoutSignup } from './erase-person-without-signup.ts';
import { ReadPerson } from './read-person.ts';

interface EmailBody {
  email: string;
}

/** Privacy requests. All calls are POST: an email address does not belong in a URL. */
@ApiTags('Back office')
@Controller('api/admin/privacy')
@RequirePermission('privacy')
export class PrivacyController {
  constructor(
    private readonly reads: StaffReads,
    private readonly readPerson: ReadPerson,
    private readonly erasePerson: ErasePersonWithoutSignup,
    private readonly unsubscribe: Unsubscribe,
    private readonly audit: Audit,
  ) {}

  @Post('find')
  @HttpCode(200)
  @ZodBody(privacyBody, 'What a person sent under this email, newest first')
  async find(
    @Body({ schema: privacyBody }) { email }: EmailBody,
    @Staff() staff: ActingStaff,
  ): Promise<PrivacyRecords> {
    const find = () => this.readPerson.records(email);
    return { records: await this.reads.search({ staff, list: 'privacy', q: email }, find, ({ length }) => length) };
  }

  @Post('file')
  @HttpCode(200)
  @ZodBody(privacyBody, 'Every stored row about the person, by table, as JSON to hand over')
  async file(@Body({ schema: privacyBody }) { email }: EmailBody, @Staff() { id }: ActingStaff): Promise<PersonFile> {
    const file = await this.readPerson.file(email);
    const rows = Object.values(file.tables).reduce((sum, table) => sum + table.length, 0);
    await this.audit.write({ accountId: id, action: 'person handed over', detail: { rows } });
    return file;
  }

  @Post('unsubscribe')
  @HttpCode(200)
  @ZodBody(privacyBody, 'Ends the newsletter for this email: 200 {success}, also when it had ended')
  async endNewsletter(
    @Body({ schema: privacyBody }) { email }: EmailBody,
    @Staff() { id }: ActingStaff,
  ): Promise<{ success: true }> {
    await this.unsubscribe.ofAddress(email);
    await this.audit.write({ accountId: id, action: 'reader unsubscribed' });
    return { success: true };
  }

  @Post('erase')
  @HttpCode(200)
  @ZodBody(
    privacyErasureBody,
    'Erases a person without a sign-up: 200 with counts; 404 when nothing is stored, 409 with a sign-up',
  )
  erase(
    @Body({ schema: privacyErasureBody }) { email }: EmailBody,
    @Staff() { id }: ActingStaff,
  ): Promise<PrivacyErasure> {
    return this.erasePerson.execute(email, id);
  }
}
