import {
  ADMIN_ERRORS,
  REPAIR_NAMES,
  type RepairAnswer,
  type RepairName,
  REPAIRS,
} from '@lampstand/contracts/back-office';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AppError } from '../../platform/http/errors.ts';
import { parseBody } from '../../platform/http/request-body.ts';
import { parseId } from '../parse-id.ts';
import { type ActingStaff, Needs, Staff } from '../session/needs.ts';
import { type RepairBodies, RepairSignUp } from './use-cases/repair-sign-up.ts';

/** What may be done to a sign-up that is stuck. */
@ApiTags('Back office')
@Controller('api/admin/trials')
export class RepairsController {
  constructor(private readonly repairSignUp: RepairSignUp) {}

  @Post(':id/:repair')
  @HttpCode(200)
  @Needs('repair')
  @ApiParam({ name: 'repair', enum: REPAIR_NAMES })
  @ApiOperation({
    summary:
      'Repairs a sign-up: 200 {success, message}, with `repeated` when it was done a moment before; 409 with the reason. ' +
      'correct-phone takes {phone}, correct-email {email}, supersede {by}, erase {confirm: "ERASE"}',
  })
  async repair(
    @Param('id') id: string,
    @Param('repair') name: string,
    @Body() body: unknown,
    @Staff() staff: ActingStaff,
  ): Promise<RepairAnswer> {
    if (!isRepair(name)) throw new AppError(404, ADMIN_ERRORS.noSuchRepair);
    const trialId = parseId(id);
    const given = (await parseBody<unknown>(REPAIRS[name], body ?? {})) as RepairBodies[typeof name];
    return this.repairSignUp.execute(name, trialId, given, staff);
  }
}

const isRepair = (name: string): name is RepairName => (REPAIR_NAMES as string[]).includes(name);
