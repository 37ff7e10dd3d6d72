import type { InspectedPerson, RevealedForm } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ambassadorFlow } from '../../ambassadors/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { trialFlow } from '../../trials/index.ts';
import { Workflow } from '../../workflow/index.ts';
import { type ActingStaff, Audit } from '../auth/index.ts';
import { requestSubject } from '../work/index.ts';
import { ReviewApplication } from './ambassadors/review-application.ts';
import { InspectTrial, personOf } from './inspector/inspect-trial.ts';
import { ReadRequest } from './read-request.ts';

/** Shows a person unmasked, within a limit per account. The timeline and the audit record it. */
@Injectable()
export class RevealPerson {
  constructor(
    private readonly inspect: InspectTrial,
    private readonly review: ReviewApplication,
    private readonly readRequest: ReadRequest,
    private readonly workflow: Workflow,
    private readonly audit: Audit,
    private readonly limiter: Limiter,
    private readonly clock: Clock,
  ) {}

  async ofSignup(trialId: number, staff: ActingStaff): Promise<InspectedPerson> {
    const trial = await this.inspect.require(trialId);
    await this.count(staff);
    await this.workflow.withLock(trialFlow, trialId, async (change) => {
      await change.note(NOTE, { account: staff.id });
      await this.record(staff, `trial:${trialId}`, change.tx);
    });
    return personOf(trial, false);
  }

  /** Whether the member of staff has revealed the person of a sign-up a short time ago. */
  isRevealed(trialId: number, { id: accountId }: ActingStaff): Promise<boolean> {
    const since = minutesAfter(this.clock.now(), -REVEALED_MINUTES);
    return this.audit.has({ accountId, action: 'revealed', subject: `trial:${trialId}` }, since);
  }

  async ofApplication(id: number, staff: ActingStaff): Promise<RevealedForm> {
    const application = await this.review.require(id);
    await this.count(staff);
    await this.workflow.withLock(ambassadorFlow, id, async (change) => {
      await change.note(NOTE, { account: staff.id });
      await this.record(staff, `application:${id}`, change.tx);
    });
    return formOf(application);
  }

  /** The timeline of a request is the audit's. */
  async ofRequest(id: number, staff: ActingStaff): Promise<RevealedForm> {
    const request = await this.readRequest.require(id);
    await this.count(staff);
    await this.record(staff, requestSubject(id));
    return formOf(request);
  }

  private count({ id, role }: ActingStaff): Promise<void> {
    return this.limiter.consume(role === 'support' ? 'revealsPerSupport' : 'revealsPerAdministrator', String(id));
  }

  private async record({ id: accountId }: ActingStaff, subject: string, tx?: EntityManager): Promise<void> {
    await this.audit.write({ accountId, action: 'revealed', subject }, tx);
  }
}

/** A page that stays open longer is masked again. */
const REVEALED_MINUTES = 60;

const NOTE = 'personal data revealed';

const formOf = ({ email, phone, whyInterested }: Omit<RevealedForm, 'masked'>): RevealedForm => ({
  masked: false,
  email,
  phone,
  whyInterested,
});
