import type { ErasureScope, InspectedTrial, RepairAnswer, RepairName } from '@lampstand/contracts/back-office';
import { counted } from '../format.ts';

interface SupportActionLabels {
  label: string;
  /** One line beside the button. */
  about: string;
  /** What will happen, shown before confirming. */
  happens: (trial: InspectedTrial) => string;
  confirm: string;
  pending: string;
  destructive?: true;
}

const phoneOf = ({ person }: InspectedTrial) => person.phone || 'the stored number';
const dayOf = ({ subscription }: InspectedTrial) =>
  subscription ? subscription.trialEndsAt.slice(0, 10) : 'an unknown day';
const mailOf = ({ person }: InspectedTrial) => person.email || 'the stored address';

export const SUPPORT_ACTION_LABELS: Record<RepairName, SupportActionLabels> = {
  'resend-code': {
    label: 'Send the code again',
    about: 'A text message with six digits.',
    happens: (trial) => `A text message with a six-digit code goes to ${phoneOf(trial)} now.`,
    confirm: 'Send the code',
    pending: 'Sending…',
  },
  'send-resume-link': {
    label: 'Email the resume link',
    about: 'Leads to the step where they stopped.',
    happens: (trial) =>
      `A mail with the link to go on goes to ${mailOf(trial)}. The link opens the step where the person stopped.`,
    confirm: 'Send the link',
    pending: 'Sending…',
  },
  'correct-phone': {
    label: 'Correct the phone',
    about: 'The new number has to be proven.',
    happens: ({ phoneVerifiedAt }) =>
      phoneVerifiedAt
        ? 'The sign-up goes back to the phone check: the new number has to be proven by a code. An open card form is closed, and the link to go on is mailed.'
        : 'The code sent to the old number stops working. The person proves the new number by a new code.',
    confirm: 'Correct the phone',
    pending: 'Correcting…',
  },
  'correct-email': {
    label: 'Correct the email',
    about: 'The resume link goes to the new address.',
    happens: () => 'The new address takes the place of the old one, and the link to go on is mailed to it.',
    confirm: 'Correct the email',
    pending: 'Correcting…',
  },
  'retry-opening': {
    label: 'Retry opening the account',
    about: 'Never makes a second account or charge.',
    happens: () =>
      'The server tries again to open the account with the stored card. However often it is tried, there will be one account and one subscription.',
    confirm: 'Retry now',
    pending: 'Starting…',
  },
  'send-payment-link': {
    label: 'Send a payment link',
    about: "Leads to the payment provider's own page.",
    happens: (trial) =>
      `A mail goes to ${mailOf(trial)} with a link to the payment provider's own page, for when our card form is in the way.`,
    confirm: 'Send the payment link',
    pending: 'Sending…',
  },
  'send-plan-link': {
    label: 'Email the plan link',
    about: 'Where they see, change, cancel and pay.',
    happens: (trial) =>
      `A mail goes to ${mailOf(trial)} with a link to the plan: to see it, change it, cancel it, or pay with another card.`,
    confirm: 'Send the link',
    pending: 'Sending…',
  },
  'end-plan-links': {
    label: 'End the links to the plan',
    about: 'When a mail with one was passed on.',
    happens: () => 'No link to the plan that was mailed before works any more. Send a new one to whoever needs it.',
    confirm: 'End the links',
    pending: 'Ending…',
  },
  'extend-trial': {
    label: 'Extend the free trial',
    about: 'Nothing is charged before the new day.',
    happens: (trial) => `The trial ends on ${dayOf(trial)} now. The notices before its end move with it.`,
    confirm: 'Extend the trial',
    pending: 'Extending…',
  },
  'cancel-subscription': {
    label: 'Cancel the subscription',
    about: 'Ends with the trial or the paid month.',
    happens: () =>
      'It ends by itself when the trial, or the month that is paid for, ends; until then it can be kept. In the trial nothing is ever charged.',
    confirm: 'Cancel the subscription',
    pending: 'Cancelling…',
    destructive: true,
  },
  'keep-subscription': {
    label: 'Take the cancellation back',
    about: 'It goes on as if nothing had been asked.',
    happens: () => 'The subscription goes on, and is charged when the trial or the month ends.',
    confirm: 'Keep the subscription',
    pending: 'Keeping…',
  },
  'mark-contacted': {
    label: 'Mark as contacted',
    about: 'Tells the team that somebody was in touch.',
    happens: () => 'The lists will show that somebody of the team was in touch with this person now.',
    confirm: 'Mark as contacted',
    pending: 'Marking…',
  },
  supersede: {
    label: 'Mark as superseded by another',
    about: 'When the same person began again.',
    happens: () => 'This sign-up leaves the incomplete list, and the other one counts. Nothing is deleted.',
    confirm: 'Mark as superseded',
    pending: 'Marking…',
  },
  'cancel-signup': {
    label: 'Cancel the sign-up',
    about: 'Cannot be taken back; the person starts over.',
    happens: () =>
      'The sign-up ends for good. Its link says so, an open card form is closed, and a card that comes late is released. To go on, the person signs up again.',
    confirm: 'Cancel the sign-up',
    pending: 'Cancelling…',
    destructive: true,
  },
  erase: {
    label: 'Erase the person',
    about: 'A privacy request. Can be undone until it is carried out.',
    happens: () =>
      'Name, addresses, phone, card, notes and mails are removed here and at the payment provider, with the account, applications and newsletter subscription of the same email. Only states and dates stay. The request can be undone until another member of the team approves it or its waiting time ends; after that it cannot.',
    confirm: 'Erase the person',
    pending: 'Asking…',
    destructive: true,
  },
  'approve-erasure': {
    label: 'Approve the erasure',
    about: 'For a second member of the team. Cannot be undone.',
    happens: () => 'The person is erased now, here and at the payment provider. This cannot be undone.',
    confirm: 'Approve and erase now',
    pending: 'Approving…',
    destructive: true,
  },
  'undo-erasure': {
    label: 'Undo the erasure',
    about: 'The person stays.',
    happens: () => 'The request is withdrawn: nothing has been removed, and nothing will be.',
    confirm: 'Undo the erasure',
    pending: 'Undoing…',
  },
};

/** The server's message; after an erasure also what else was erased with the sign-up. */
export function doneMessage({ message, erased }: RepairAnswer): string {
  if (!erased) return message;
  const others = { ...erased, signups: erased.signups - 1 };
  const gone = SCOPE.filter(([key]) => others[key] > 0).map(([key, one]) => counted(others[key], one));
  return gone.length ? `${message} With it go: ${gone.join(', ')}.` : message;
}

const SCOPE: [keyof ErasureScope, one: string][] = [
  ['signups', 'other sign-up'],
  ['accounts', 'account'],
  ['applications', 'application'],
  ['trialRequests', 'trial request'],
  ['newsletterSubscriptions', 'newsletter subscription'],
];
