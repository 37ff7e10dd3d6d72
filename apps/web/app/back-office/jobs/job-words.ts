import type { DeadJob } from '@lampstand/contracts/back-office';
import type { AmbassadorEffect, TrialEffect } from '@lampstand/workflows';

/** The effects of the charts as people of the team say them. Queues without a line here are called by their own name. */
const TRIALS: Record<TrialEffect, string> = {
  dropOldCode: 'Dropping an old code',
  sendResumeLink: 'Mailing the resume link',
  supersedeOlderTrials: 'Superseding older sign-ups',
  cancelSetupIntent: 'Closing a card form',
  sendPaymentLink: 'Mailing the payment link',
  openAccount: 'Opening an account',
  sendWelcomeMail: 'Mailing the welcome',
  announceAccount: 'Telling the dashboard of an account',
  releaseCard: 'Releasing a card',
  sendCardNeeded: 'Asking for another card',
};
const AMBASSADORS: Record<AmbassadorEffect, string> = {
  sendApplicationReceived: 'Confirming an application',
  sendDecision: 'Mailing a decision',
};
const ERASURES: Record<string, string> = { erasePerson: 'Erasing a person', eraseSignUp: 'Erasing a sign-up' };
const NAMES: Record<string, string> = { ...TRIALS, ...AMBASSADORS, ...ERASURES };

export const jobName = (queue: string): string => NAMES[queue] ?? queue;

/** The page of what a job was about, where there is one. */
export function subjectPath({ queue, subjectId }: DeadJob): string | undefined {
  if (queue in TRIALS || queue in ERASURES) return `/trials/${subjectId}`;
  return queue in AMBASSADORS ? `/admin/ambassadors/${subjectId}` : undefined;
}
