import {
  ADMIN_ERRORS,
  type SupportActionAnswer,
  type SupportActionName,
  SUPPORT_ACTIONS,
} from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import type * as z from 'zod/mini';
import { RetryInvoice, SubscriptionSupportActions } from '../../../billing/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Done, TrialSupportActions } from '../../../trials/index.ts';
import { type ActingStaff, Audit } from '../../auth/index.ts';
import { explainDecline } from '../diagnosis/card-diagnosis.ts';
import { ErasePerson } from '../privacy/erase-person.ts';
import { InspectTrial } from './inspect-trial.ts';
import { isAboutSubscription, targetOf, whyUnavailable } from './support-action-rules.ts';

export type SupportActionBodies = { [Name in SupportActionName]: z.infer<(typeof SUPPORT_ACTIONS)[Name]> };

type Action<Name extends SupportActionName> = (
  id: number,
  body: SupportActionBodies[Name],
  staff: ActingStaff,
) => Promise<SupportActionAnswer>;

/** Runs a support action: audits it first, and explains a refusal to support. */
@Injectable()
export class SupportActions {
  constructor(
    private readonly inspect: InspectTrial,
    private readonly trialActions: TrialSupportActions,
    private readonly subscriptionActions: SubscriptionSupportActions,
    private readonly retryInvoice: RetryInvoice,
    private readonly erasePerson: ErasePerson,
    private readonly audit: Audit,
  ) {}

  async execute<Name extends SupportActionName>(
    name: Name,
    trialId: number,
    body: SupportActionBodies[Name],
    staff: ActingStaff,
  ): Promise<SupportActionAnswer> {
    await this.inspect.require(trialId);
    const act = { accountId: staff.id, subject: `trial:${trialId}` };
    await this.audit.write({ ...act, action: 'support action', detail: { action: name } });
    try {
      return await (this.actions[name] as Action<Name>)(trialId, body, staff);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await this.audit.write({
        ...act,
        action: 'support action refused',
        detail: { action: name, status: error.code },
      });
      throw await this.explain(name, trialId, error);
    }
  }

  private readonly actions: { [Name in SupportActionName]: Action<Name> } = {
    'resend-code': async (id) => {
      const { sent, resendAt } = await this.trialActions.resendCode(id);
      return sent
        ? { success: true, message: CODE_SENT }
        : { success: true, message: CODE_NOT_YET, repeated: true, resendAt };
    },
    'send-resume-link': (id) => answerOf('send-resume-link', this.trialActions.sendResumeLink(id)),
    'send-payment-link': (id) => answerOf('send-payment-link', this.trialActions.sendPaymentLink(id)),
    'correct-phone': (id, { phone, send }) => this.correctPhone(id, phone, send),
    'correct-email': (id, { email }) => answerOf('correct-email', this.trialActions.correctEmail(id, email)),
    'undo-correction': (id) => answerOf('undo-correction', this.trialActions.undoCorrection(id)),
    'retry-opening': (id) => answerOf('retry-opening', this.trialActions.retryOpening(id)),
    'cancel-signup': (id) => answerOf('cancel-signup', this.trialActions.cancel(id)),
    supersede: (id, { by }) => answerOf('supersede', this.trialActions.supersede(id, by)),
    unsupersede: (id) => answerOf('unsupersede', this.trialActions.unsupersede(id)),
    'mark-contacted': (id) => answerOf('mark-contacted', this.trialActions.markContacted(id)),
    'unmark-contacted': (id) => answerOf('unmark-contacted', this.trialActions.unmarkContacted(id)),
    'resend-welcome': (id) => answerOf('resend-welcome', this.subscriptionActions.resendWelcome(id)),
    'send-plan-link': (id) => answerOf('send-plan-link', this.subscriptionActions.sendPlanLink(id)),
    'end-plan-links': (id) => answerOf('end-plan-links', this.subscriptionActions.endPlanLinks(id)),
    'move-trial-end': (id, { until }) => answerOf('move-trial-end', this.subscriptionActions.moveTrialEnd(id, until)),
    'change-plan': (id, { plan }) => answerOf('change-plan', this.subscriptionActions.changePlan(id, plan)),
    'retry-invoice': (id) => answerOf('retry-invoice', this.retryInvoice.execute(id)),
    'cancel-subscription': (id) => answerOf('cancel-subscription', this.subscriptionActions.cancelAtEnd(id, true)),
    'keep-subscription': (id) => answerOf('keep-subscription', this.subscriptionActions.cancelAtEnd(id, false)),
    erase: (id, _, staff) => this.erasePerson.request(id, staff),
    'approve-erasure': (id, _, staff) => this.erasePerson.approve(id, staff),
    'undo-erasure': (id, _, { id: by }) => answerOf('undo-erasure', this.erasePerson.undo(id, by)),
  };

  /** The correction holds, also when the code cannot be sent; the answer then says why. */
  private async correctPhone(id: number, phone: string, send?: 'code'): Promise<SupportActionAnswer> {
    const answer = await answerOf('correct-phone', this.trialActions.correctPhone(id, phone));
    if (!send || (await this.inspect.require(id)).is('opened')) return answer;
    try {
      const { sent, resendAt } = await this.trialActions.resendCode(id);
      return sent ? { ...answer, message: CORRECTED_AND_SENT } : { ...answer, message: CODE_NOT_YET, resendAt };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { message } = await this.explain('resend-code', id, error);
      return { ...answer, message: `The new phone is stored, but no code was sent. ${message}` };
    }
  }

  /** Replaces an error text for visitors by the reason support needs. */
  private async explain(name: SupportActionName, trialId: number, refusal: AppError): Promise<AppError> {
    const trial = await this.inspect.require(trialId);
    const { erasedAt } = trial;
    const why = whyUnavailable(name, targetOf(trial));
    if (refusal.kind === 'declined')
      return new AppError('declined', `The card was declined. ${explainDecline(String(refusal.flags['declineCode']))}`);
    if (isAboutSubscription(name) && !erasedAt) return refusal;
    if (refusal.kind === 'conflict' && why) return new AppError('conflict', why);
    if (refusal.kind === 'notFound')
      return erasedAt ? new AppError('conflict', why ?? '') : new AppError('notFound', ADMIN_ERRORS.noSuchTrial);
    return refusal;
  }
}

async function answerOf(name: keyof typeof LABELS, done: Promise<Done>): Promise<SupportActionAnswer> {
  const [message, repeated] = LABELS[name];
  return (await done) ? { success: true, message } : { success: true, message: repeated, repeated: true };
}

/** The answer of each action: done now, and done a moment before. */
const LABELS: Record<
  Exclude<SupportActionName, 'resend-code' | 'erase' | 'approve-erasure'>,
  [done: string, repeated: string]
> = {
  'send-resume-link': ['The resume link is on its way.', 'A resume link was sent less than a minute ago.'],
  'send-payment-link': ['The payment link is on its way.', 'A payment link was sent less than a minute ago.'],
  'correct-phone': ['The new phone is stored. The person has to verify it.', 'The sign-up has this phone already.'],
  'correct-email': ['The new email is stored. A link goes to the new address.', 'The sign-up has this email already.'],
  'undo-correction': ['The correction is undone.', 'It was undone less than a minute ago.'],
  'resend-welcome': ['The welcome mail is on its way.', 'It was sent again less than a minute ago.'],
  'retry-opening': ['The account is being opened.', 'The opening was retried less than a minute ago.'],
  'cancel-signup': ['The sign-up is canceled.', 'The sign-up was canceled already.'],
  supersede: ['Marked as superseded.', 'It was marked as superseded already.'],
  unsupersede: ['No longer marked as superseded.', 'The mark was removed less than a minute ago.'],
  'send-plan-link': ['The plan link is on its way.', 'A plan link was sent less than a minute ago.'],
  'end-plan-links': ['The plan links no longer work.', 'They were ended less than a minute ago.'],
  'move-trial-end': ['The end of the free trial is moved.', 'The trial ends on that day already.'],
  'change-plan': ['The plan is changed.', 'The member has this plan already.'],
  'retry-invoice': ['The invoice is paid.', ADMIN_ERRORS.nothingUnpaid],
  'cancel-subscription': ['The subscription is canceled.', 'The subscription was canceled already.'],
  'keep-subscription': ['The cancellation is undone.', 'The subscription was not canceled.'],
  'undo-erasure': ['The erasure is undone.', 'It was undone less than a minute ago.'],
  'mark-contacted': ['Marked as contacted.', 'It was marked less than a minute ago.'],
  'unmark-contacted': ['No longer marked as contacted.', 'The mark was removed less than a minute ago.'],
};

const CODE_SENT = 'A new code is on its way.';
const CORRECTED_AND_SENT = 'The new phone is stored, and a code is on its way to it.';
const CODE_NOT_YET = 'A code was sent a moment ago. Wait before you send another.';
