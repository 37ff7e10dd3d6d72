import { dollars, longDate, planOf, planWithRange } from '@lampstand/contracts';
import type {
  ErasureScope,
  InspectedTrial,
  SupportActionAnswer,
  SupportActionName,
} from '@lampstand/contracts/back-office';
import { counted } from '../format.ts';

/** A day in the organization's zone. */
type Day = (instant: string) => string;

interface SupportActionLabels {
  label: string;
  /** One line beside the button. */
  about: string;
  /** What will happen, shown before confirming. */
  happens: (trial: InspectedTrial, day: Day) => string;
  confirm: string;
  pending: string;
  destructive?: true;
}

const phoneOf = ({ person }: InspectedTrial) => person.phone || 'the stored number';
const cardOf = ({ subscription }: InspectedTrial) =>
  subscription?.card ? `${subscription.card.brand} •••• ${subscription.card.last4}` : 'the stored card';

/** The present plan, and from when the new one is charged. */
function changeOfPlan({ plan: selected, subscription }: InspectedTrial, day: Day): string {
  const plan = planOf(subscription?.plan ?? selected);
  const now = `The plan is ${planWithRange(plan)} for ${dollars(plan.amountInCents)} a month. The new plan starts now`;
  const charge =
    subscription?.status === 'trialing'
      ? ` and is free until the trial ends on ${day(subscription.trialEndsAt)}.`
      : '; the difference for the rest of the month comes with the next invoice.';
  return `${now}${charge} The plan can be changed again.`;
}

/** When the trial ends, and the earliest day it can end. */
function trialEnd({ subscription, receipt }: InspectedTrial, day: Day): string {
  const now = `The trial ends on ${subscription ? day(subscription.trialEndsAt) : 'an unknown day'} now.`;
  const earliest = receipt
    ? `It cannot end before ${longDate(receipt.firstChargeOn)}, from which the member agreed to be charged.`
    : 'It can end later only: no agreement to an earlier charge is stored.';
  return `${now} ${earliest} The notices before its end move with it.`;
}

export const SUPPORT_ACTION_LABELS: Record<SupportActionName, SupportActionLabels> = {
  'resend-code': {
    label: 'Send the code',
    about: 'A text message with six digits.',
    happens: (trial) => `A text message with a six-digit code goes to ${phoneOf(trial)} now.`,
    confirm: 'Send the code',
    pending: 'Sending…',
  },
  'send-resume-link': {
    label: 'Send resume link',
    about: 'Opens the step where they stopped.',
    happens: () => 'The link opens the step where the person stopped.',
    confirm: 'Send the link',
    pending: 'Sending…',
  },
  'correct-phone': {
    label: 'Correct the phone',
    about: 'The new number has to be verified.',
    happens: ({ phoneVerifiedAt, account }) =>
      account
        ? 'The person opens the link in the email and confirms the new number by a code. The account keeps the old number until then.'
        : phoneVerifiedAt
          ? 'The sign-up goes back to the phone check: the person has to verify the new number by a code. An open card form is closed.'
          : 'The code sent to the old number stops working. The person verifies the new number by a new code.',
    confirm: 'Correct the phone',
    pending: 'Correcting…',
  },
  'correct-email': {
    label: 'Correct the email',
    about: 'A link goes to the new address.',
    happens: ({ account }) =>
      account
        ? 'Once the owner of the new address has used the link in the email, the account has the new address, and an email tells the old one.'
        : 'The new address replaces the old one at once. It can be corrected again.',
    confirm: 'Correct the email',
    pending: 'Correcting…',
  },
  'undo-correction': {
    label: 'Undo the correction',
    about: 'The account keeps its email and phone.',
    happens: () => 'The new email or phone is forgotten, and its link no longer works.',
    confirm: 'Undo the correction',
    pending: 'Undoing…',
  },
  'retry-opening': {
    label: 'Retry opening the account',
    about: 'Never makes a second account or charge.',
    happens: () =>
      'The server tries again to open the account with the stored card. Repeated tries make one account and one subscription.',
    confirm: 'Retry now',
    pending: 'Starting…',
  },
  'send-payment-link': {
    label: 'Send payment link',
    about: 'Opens the payment provider’s own page.',
    happens: () =>
      'The link opens the payment provider’s own page, for people whose browser does not show our card form.',
    confirm: 'Send the payment link',
    pending: 'Sending…',
  },
  'send-plan-link': {
    label: 'Send plan link',
    about: 'Opens the page to see, change, cancel and pay.',
    happens: () =>
      'The link opens the plan page, where the person can see, change or cancel the plan, or pay with another card. Older plan links stop working.',
    confirm: 'Send the link',
    pending: 'Sending…',
  },
  'resend-welcome': {
    label: 'Send the welcome again',
    about: 'With the plan, the price and the end of the trial.',
    happens: () => 'The welcome email goes out again.',
    confirm: 'Send the welcome',
    pending: 'Sending…',
  },
  'end-plan-links': {
    label: 'End the plan links',
    about: 'For an email that was passed on to another person.',
    happens: () => 'All plan links that were emailed before stop working. Send a new one to the person.',
    confirm: 'End the links',
    pending: 'Ending…',
  },
  'move-trial-end': {
    label: 'Move the end of the free trial',
    about: 'To a later day, or back to one that the member agreed to.',
    happens: trialEnd,
    confirm: 'Move the end',
    pending: 'Moving…',
  },
  'change-plan': {
    label: 'Change the plan',
    about: 'As the member can on the plan page.',
    happens: changeOfPlan,
    confirm: 'Change the plan',
    pending: 'Changing…',
  },
  'retry-invoice': {
    label: 'Retry the invoice',
    about: 'Charges the stored card now.',
    happens: (trial) =>
      `${dollars(trial.standing.owedInCents)} is charged to ${cardOf(trial)} now. If the bank declines, this window says why. Paid once, it is not charged again; a charge can only be refunded, in Stripe.`,
    confirm: 'Charge the card',
    pending: 'Charging…',
  },
  'cancel-subscription': {
    label: 'Cancel the subscription',
    about: 'Takes effect when the trial or the paid month ends.',
    happens: () =>
      'The subscription ends when the trial, or the paid month, ends. Until then “Undo the cancellation” keeps it. During the trial nothing is charged.',
    confirm: 'Cancel the subscription',
    pending: 'Canceling…',
    destructive: true,
  },
  'keep-subscription': {
    label: 'Undo the cancellation',
    about: 'The subscription continues.',
    happens: () => 'The subscription continues and is charged when the trial or the month ends.',
    confirm: 'Keep the subscription',
    pending: 'Keeping…',
  },
  'mark-contacted': {
    label: 'Mark as contacted',
    about: 'Tells the team that someone contacted the person.',
    happens: () => 'The lists show that a member of the team contacted this person today.',
    confirm: 'Mark as contacted',
    pending: 'Marking…',
  },
  'unmark-contacted': {
    label: 'Remove the mark “contacted”',
    about: 'When it was set by mistake.',
    happens: () => 'The lists show again that no member of the team has contacted this person.',
    confirm: 'Remove the mark',
    pending: 'Removing…',
  },
  supersede: {
    label: 'Mark as superseded by another',
    about: 'When the same person started another sign-up.',
    happens: () =>
      'This sign-up leaves the list of incomplete sign-ups; the other one replaces it. Nothing is deleted.',
    confirm: 'Mark as superseded',
    pending: 'Marking…',
  },
  unsupersede: {
    label: 'Remove the mark “superseded”',
    about: 'When this sign-up counts after all.',
    happens: ({ supersededBy }) =>
      `This sign-up is back in the list of incomplete sign-ups, beside sign-up ${supersededBy}.`,
    confirm: 'Remove the mark',
    pending: 'Removing…',
  },
  'cancel-signup': {
    label: 'Cancel the sign-up',
    about: 'Ends it permanently; the person has to sign up again.',
    happens: () =>
      'The sign-up ends permanently. Its link says so, an open card form is closed, and a card that is stored afterwards is deleted. To continue, the person signs up again.',
    confirm: 'Cancel the sign-up',
    pending: 'Canceling…',
    destructive: true,
  },
  erase: {
    label: 'Erase the person',
    about: 'A privacy request. Can be undone until the erasure starts.',
    happens: () =>
      'Name, addresses, phone, card, notes and emails are deleted here and at the payment provider. States, dates and what reports count remain.',
    confirm: 'Erase the person',
    pending: 'Requesting…',
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
    about: 'The person is not erased.',
    happens: () => 'The request is withdrawn. Nothing was removed.',
    confirm: 'Undo the erasure',
    pending: 'Undoing…',
  },
};

/** The button of an action; a code that was sent before is sent again. */
export const labelOf = (name: SupportActionName, { codeSent }: Pick<InspectedTrial, 'codeSent'>): string =>
  name === 'resend-code' && codeSent ? 'Send the code again' : SUPPORT_ACTION_LABELS[name].label;

/** The server's message; after an erasure also what else was erased with the sign-up. */
export function doneMessage({ message, erased }: SupportActionAnswer): string {
  if (!erased) return message;
  const others = scopeOf({ ...erased, signups: erased.signups - 1 }, 'other sign-up');
  return others.length ? `${message} This includes ${others.join(', ')}.` : message;
}

/** "1 sign-up", "1 account": each kind of record that there is. */
export const scopeOf = (scope: ErasureScope, signup = 'sign-up'): string[] =>
  SCOPE.filter(([key]) => scope[key] > 0).map(([key, one]) => counted(scope[key], key === 'signups' ? signup : one));

const SCOPE: [keyof ErasureScope, one: string][] = [
  ['signups', 'sign-up'],
  ['accounts', 'account'],
  ['subscriptions', 'running subscription'],
  ['applications', 'application'],
  ['trialRequests', 'trial request'],
  ['newsletterSubscriptions', 'newsletter subscription'],
];
