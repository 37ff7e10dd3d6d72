import { ADMIN_ERRORS, type RepairAnswer, type RepairName, REPAIRS } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import type * as z from 'zod/mini';
import { AppError } from '../../../platform/http/errors.ts';
import { type Done, RepairTrial } from '../../../trials/index.ts';
import { RepairSubscription } from '../../../billing/index.ts';
import { Audit } from '../../session/audit.ts';
import type { ActingStaff } from '../../session/needs.ts';
import { isAboutSubscription, objection } from '../domain/offers.ts';
import { ErasePerson } from './erase-person.ts';
import { InspectTrial } from './inspect-trial.ts';
import { CODE_NOT_YET, CODE_SENT, DONE } from './repair-sentences.ts';

export type RepairBodies = { [Name in RepairName]: z.infer<(typeof REPAIRS)[Name]> };

type Repair<Name extends RepairName> = (
  id: number,
  body: RepairBodies[Name],
  staff: ActingStaff,
) => Promise<RepairAnswer>;

/** One click of support: written into the audit before it is tried, and refused in words where it makes no sense. */
@Injectable()
export class RepairSignUp {
  constructor(
    private readonly inspect: InspectTrial,
    private readonly repair: RepairTrial,
    private readonly subscription: RepairSubscription,
    private readonly erasePerson: ErasePerson,
    private readonly audit: Audit,
  ) {}

  async execute<Name extends RepairName>(
    name: Name,
    id: number,
    body: RepairBodies[Name],
    staff: ActingStaff,
  ): Promise<RepairAnswer> {
    const act = { accountId: staff.id, address: staff.address, subject: `trial:${id}` };
    await this.inspect.require(id);
    await this.audit.write({ ...act, action: 'repair', detail: { repair: name } });
    try {
      return await (this.repairs[name] as Repair<Name>)(id, body, staff);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await this.audit.write({ ...act, action: 'repair refused', detail: { repair: name, status: error.status } });
      throw await this.inWords(name, id, error);
    }
  }

  private readonly repairs: { [Name in RepairName]: Repair<Name> } = {
    'resend-code': async (id, _, { address }) => {
      const { sent, resendAt } = await this.repair.resendCode(id, address);
      return sent
        ? { success: true, message: CODE_SENT }
        : { success: true, message: CODE_NOT_YET, repeated: true, resendAt };
    },
    'send-resume-link': (id) => told('send-resume-link', this.repair.sendResumeLink(id)),
    'send-payment-link': (id) => told('send-payment-link', this.repair.sendPaymentLink(id)),
    'correct-phone': (id, { phone }) => told('correct-phone', this.repair.correctPhone(id, phone)),
    'correct-email': (id, { email }) => told('correct-email', this.repair.correctEmail(id, email)),
    'retry-opening': (id) => told('retry-opening', this.repair.retryOpening(id)),
    'cancel-signup': (id) => told('cancel-signup', this.repair.cancel(id)),
    supersede: (id, { by }) => told('supersede', this.repair.supersede(id, by)),
    'mark-contacted': (id) => told('mark-contacted', this.repair.markContacted(id)),
    'send-plan-link': (id) => told('send-plan-link', this.subscription.sendPlanLink(id)),
    'end-plan-links': (id) => told('end-plan-links', this.subscription.endPlanLinks(id)),
    'extend-trial': (id, { until }) => told('extend-trial', this.subscription.extendTrial(id, until)),
    'cancel-subscription': (id) => told('cancel-subscription', this.subscription.cancelAtEnd(id, true)),
    'keep-subscription': (id) => told('keep-subscription', this.subscription.cancelAtEnd(id, false)),
    erase: (id, _, { id: by }) => this.erasePerson.ask(id, by),
    'approve-erasure': (id, _, { id: by }) => this.erasePerson.approve(id, by),
    'undo-erasure': (id, _, { id: by }) => told('undo-erasure', this.erasePerson.undo(id, by)),
  };

  /** What the sign-up's own calls say to a visitor becomes what support has to know. */
  private async inWords(name: RepairName, id: number, refusal: AppError): Promise<AppError> {
    const { state, erasedAt, erasureAskedAt } = await this.inspect.require(id);
    const why = objection(name, { state, erased: erasedAt !== null, erasureAsked: erasureAskedAt !== null });
    if (isAboutSubscription(name) && !erasedAt) return refusal;
    if (refusal.status === 409 && why) return new AppError(409, why);
    if (refusal.status === 404)
      return erasedAt ? new AppError(409, why ?? '') : new AppError(404, ADMIN_ERRORS.noSuchTrial);
    return refusal;
  }
}

async function told(name: keyof typeof DONE, done: Promise<Done>): Promise<RepairAnswer> {
  const [message, repeated] = DONE[name];
  return (await done) ? { success: true, message } : { success: true, message: repeated, repeated: true };
}
