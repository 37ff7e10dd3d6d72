import {
  ADMIN_ERRORS,
  type PersonFile,
  PRIVACY_KINDS,
  privacyBody,
  privacyErasureBody,
  privacyFileBody,
  type PrivacyErasure,
  type PrivacyKind,
  type PrivacyPerson,
  type PrivacyRecords,
} from '@lampstand/contracts/back-office';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Unsubscribe } from '../../../newsletter/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { bodyOf } from '../../../platform/http/body-of.ts';
import { ParseId } from '../../../platform/http/parse-id.ts';
import { type ActingStaff, Audit, RequirePermission, Staff } from '../../auth/index.ts';
import { StaffReads } from '../../lists/index.ts';
import { ErasePersonWithoutSignup } from './erase-person-without-signup.ts';
import { ReadPerson } from './read-person.ts';

const RECORD_ID = new ParseId(ADMIN_ERRORS.nothingStored);

const isKind = (kind: string): kind is PrivacyKind => (PRIVACY_KINDS as string[]).includes(kind);

class FindPersonBody extends bodyOf(privacyBody) {}
class PersonFileBody extends bodyOf(privacyFileBody) {}
class ErasePersonBody extends bodyOf(privacyErasureBody) {}

/** Privacy requests. Calls with an email address are POST: it does not belong in a URL. */
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
  @ApiOperation({ summary: 'What was sent under this email, or under those of a sign-up, newest first' })
  async find(@Body() { email, signup }: FindPersonBody, @Staff() staff: ActingStaff): Promise<PrivacyRecords> {
    const find = () => this.readPerson.records(signup ? { signup } : { email });
    return { records: await this.reads.search({ staff, list: 'privacy', q: email }, find, ({ length }) => length) };
  }

  @Get(':kind/:id')
  @ApiParam({ name: 'kind', enum: PRIVACY_KINDS })
  @ApiOperation({ summary: 'The email of the person of a record, to find the rest by; 404 when it is erased' })
  async person(@Param('kind') kind: string, @Param('id', RECORD_ID) id: number): Promise<PrivacyPerson> {
    if (!isKind(kind)) throw new AppError('notFound', ADMIN_ERRORS.nothingStored);
    return { email: await this.readPerson.emailOf(kind, id) };
  }

  @Post('file')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Every stored row about the person, by table, as JSON to hand over; 409 when nothing is proven or chosen',
  })
  async file(@Body() request: PersonFileBody, @Staff() { id }: ActingStaff): Promise<PersonFile> {
    const file = await this.readPerson.file(request);
    const rows = Object.values(file.tables).reduce((sum, table) => sum + table.length, 0);
    await this.audit.write({ accountId: id, action: 'person handed over', detail: { rows } });
    return file;
  }

  @Post('unsubscribe')
  @HttpCode(200)
  @ApiOperation({ summary: 'Ends the newsletter for this email: 200 {success}, also when it had ended' })
  async endNewsletter(@Body() { email }: FindPersonBody, @Staff() { id }: ActingStaff): Promise<{ success: true }> {
    await this.unsubscribe.ofAddress(email);
    await this.audit.write({ accountId: id, action: 'reader unsubscribed' });
    return { success: true };
  }

  @Post('erase')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Erases a person without a sign-up: 200 with counts; 404 when nothing is stored, 409 with a sign-up',
  })
  erase(@Body() { email, also = [] }: ErasePersonBody, @Staff() { id }: ActingStaff): Promise<PrivacyErasure> {
    return this.erasePerson.execute(email, also, id);
  }
}
