import {
  HELD_ACTIONS,
  type InspectedTrial,
  type RepairName,
  REVERSIBLE_ACTIONS,
} from '@lampstand/contracts/back-office';

/** Whether an action can be undone, and if not, why; said before it is confirmed. */
export function undoText(name: RepairName, { account, phoneVerifiedAt }: InspectedTrial): string {
  if (HELD_ACTIONS.some((held) => held === name))
    return 'For ten seconds you can undo it. It is done, and a mail about it is sent, only when they are over.';
  if (account && (name === 'correct-email' || name === 'correct-phone'))
    return 'The link goes out at once. Until its owner uses it, you can undo the correction.';
  if (name === 'correct-email')
    return 'For ten seconds you can put the old address back. The mail to the new one goes out at once and stays sent.';
  if (name === 'correct-phone' && phoneVerifiedAt)
    return 'You cannot undo it: the old number would have to be verified again, too.';
  if (REVERSIBLE_ACTIONS.some((reversible) => reversible === name)) return 'You can undo it for ten seconds.';
  return UNDO_TEXTS[name] ?? '';
}

const SENT = 'You cannot undo it: what is sent cannot be taken back.';
const UNDO_TEXTS: Partial<Record<RepairName, string>> = {
  'resend-code': SENT,
  'send-resume-link': SENT,
  'send-payment-link': SENT,
  'send-plan-link': SENT,
  'resend-welcome': SENT,
  'end-plan-links': 'You cannot undo it: send a new link instead.',
  'retry-opening': 'You cannot undo it: an account that is open stays open.',
  'retry-invoice': 'You cannot undo it: a charge can only be refunded, in Stripe.',
};
