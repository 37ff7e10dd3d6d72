import type { InspectedPerson } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { Limiter } from '../../../platform/limits/limiter.ts';
import { type TrialSignup, trialFlow } from '../../../trials/index.ts';
import { Workflow } from '../../../workflow/index.ts';
import { Audit } from '../../session/audit.ts';
import type { ActingStaff } from '../../session/needs.ts';
import { personOf } from '../domain/inspected-person.ts';
import { InspectTrial } from './inspect-trial.ts';

/** Shows the person unmasked, and writes down in the journal and in the audit that somebody looked. */
@Injectable()
export class RevealPerson {
  constructor(
    private readonly inspect: InspectTrial,
    private readonly workflow: Workflow,
    private readonly audit: Audit,
    private readonly limiter: Limiter,
  ) {}

  async execute(id: number, { id: accountId, address, role }: ActingStaff): Promise<InspectedPerson> {
    const trial: TrialSignup = await this.inspect.require(id);
    await this.limiter.consume(role === 'support' ? 'revealsPerSupport' : 'revealsPerAdministrator', String(accountId));
    await this.workflow.withLock(trialFlow, id, async (change) => {
      await change.note('personal data revealed', { account: accountId });
      await this.audit.write({ accountId, address, action: 'revealed', subject: `trial:${id}` }, change.tx);
    });
    return personOf(trial, false);
  }
}
