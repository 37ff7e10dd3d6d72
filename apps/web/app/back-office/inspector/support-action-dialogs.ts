import {
  cardEnding,
  dollars,
  isCivilDate,
  longDate,
  MAIL_SUBJECTS,
  phoneText,
  planOf,
  PLANS,
  planWithRange,
} from '@lampstand/contracts';
import type { InspectedTrial, SupportActionName } from '@lampstand/contracts/back-office';
import { hasTag, subscriptionLife } from '@lampstand/workflows';
import { addressOf, type Day, type DialogOf, none, toPerson } from './action-dialog.ts';
import { PAYMENT_DIALOGS } from './payment-dialogs.ts';

const phoneOf = ({ person }: InspectedTrial) => phoneText(person.phone) || 'the stored number';
const cardOf = ({ subscription }: InspectedTrial) =>
  subscription?.card ? cardEnding(subscription.card) : 'the stored card';

/** Another person says that the mailbox is theirs, and no link ever proved that it is the member's. */
const isClaimedByOther = ({ emailClaim }: InspectedTrial) => emailClaim !== null && emailClaim.provenAt === null;

/** The present plan, and from when the new one is charged. */
function changeOfPlan({ plan: selected, subscription }: InspectedTrial, day: Day): string {
  const plan = planOf(subscription?.plan ?? selected);
  const price = dollars(subscription?.monthlyInCents ?? plan.amountInCents);
  const now = `The plan is ${planWithRange(plan)} for ${price} a month. The new plan starts now`;
  const charge =
    subscription?.status === 'trialing'
      ? ` and is free until the trial ends on ${day(subscription.trialEndsAt)}.`
      : '; the difference for the rest of the month comes with the next invoice.';
  return `${now}${charge} The plan can be changed again.`;
}

/** When the trial ends, and what limits its end. */
function trialEnd({ subscription, receipt }: InspectedTrial, day: Day): string {
  const now = `The trial ends on ${subscription ? day(subscription.trialEndsAt) : 'an unknown day'} now.`;
  const earliest = receipt
    ? `The member agreed to be charged from ${longDate(receipt.firstChargeOn)}, not earlier.`
    : 'It can end later only: no agreement to an earlier charge is stored.';
  return `${now} ${earliest} The notices before its end move with it.`;
}

const trialEndRange = ({ subscription }: InspectedTrial) => subscription?.trialEndRange;

const resume = toPerson(({ product }) => MAIL_SUBJECTS.resume(product));

/** The button, the dialog, the fields and the emails of each support action. */
export const SUPPORT_ACTION_DIALOGS: { [Name in SupportActionName]: DialogOf<Name> } = {
  'resend-code': {
    label: 'Send the code',
    about: 'A text message with six digits.',
    happens: (trial) => `A text message with a six-digit code goes to ${phoneOf(trial)} now.`,
    confirm: 'Send the code',
    pending: 'Sending…',
    mails: none,
  },
  'send-resume-link': {
    label: 'Send resume link',
    about: 'Opens the step where they stopped.',
    happens: () => 'The link opens the step where the person stopped.',
    confirm: 'Send the link',
    pending: 'Sending…',
    mails: resume,
  },
  'correct-phone': {
    label: 'Correct the phone',
    about: 'The new number has to be verified.',
    happens: ({ proven, account }) =>
      account
        ? 'The person opens the link in the email and confirms the new number by a code. The account keeps the old number until then.'
        : proven.phone
          ? 'The sign-up goes back to the phone check: the person has to verify the new number by a code. An open card form is closed.'
          : 'The code sent to the old number stops working. The person verifies the new number by a new code.',
    confirm: 'Correct the phone',
    pending: 'Correcting…',
    input: {
      phone: { label: 'New mobile phone', kind: 'phone' },
      send: { label: 'Send a code to the new number now', ticks: 'code', onlyIf: ({ account }) => !account },
    },
    mails: (given) => {
      const { account, proven } = given.trial;
      if (account) return toPerson(() => MAIL_SUBJECTS['phone-confirmation'])(given);
      return proven.phone ? resume(given) : [];
    },
  },
  'correct-email': {
    label: 'Correct the email',
    about: 'A link goes to the new address.',
    happens: (trial) =>
      isClaimedByOther(trial)
        ? `The owner of the new address confirms it by the link in the email; then it counts at once. The owner of ${addressOf(trial)}, who claims it, cannot refuse it.`
        : trial.account
          ? `The owner of the new address confirms it by the link in the email. The owner of the old one can refuse it for 72 hours; after that it counts by itself. Until then, our emails go to ${addressOf(trial)}.`
          : `The new address replaces ${addressOf(trial)} at once. It can be corrected again.`,
    confirm: 'Correct the email',
    pending: 'Correcting…',
    input: { email: { label: 'New email', kind: 'email' } },
    mails: ({ trial, product, input }) => {
      const to = input['email'] || 'the new address';
      if (!trial.account?.openedAt) return [{ subject: MAIL_SUBJECTS.resume(product), to }];
      const confirmation = { subject: MAIL_SUBJECTS['email-confirmation'], to };
      if (isClaimedByOther(trial)) return [confirmation];
      return [confirmation, { subject: MAIL_SUBJECTS['email-notice'], to: addressOf(trial) }];
    },
  },
  'undo-correction': {
    label: 'Undo the correction',
    about: 'The account keeps its email and phone.',
    happens: () => 'The new email or phone is forgotten, and its link no longer works.',
    confirm: 'Undo the correction',
    pending: 'Undoing…',
    mails: none,
  },
  'retry-opening': {
    label: 'Retry opening the account',
    about: 'Never makes a second account or charge.',
    happens: () =>
      'The server tries again to open the account with the stored card. Repeated tries make one account and one subscription.',
    confirm: 'Retry now',
    pending: 'Starting…',
    mails: toPerson(({ product }) => MAIL_SUBJECTS.welcome(product), 'once the account is open'),
  },
  'send-payment-link': {
    label: 'Send payment link',
    about: 'Opens the payment provider’s own page.',
    happens: () =>
      'The link opens the payment provider’s own page, for people whose browser does not show our card form.',
    confirm: 'Send the payment link',
    pending: 'Sending…',
    mails: toPerson(() => MAIL_SUBJECTS['payment-link']),
  },
  'send-plan-link': {
    label: 'Send plan link',
    about: 'Opens the page to see, change, cancel and pay.',
    happens: () =>
      'The link opens the plan page, where the person can see, change or cancel the plan, or pay with another card. Older plan links stop working.',
    confirm: 'Send the link',
    pending: 'Sending…',
    mails: toPerson(() => MAIL_SUBJECTS['plan-link']),
  },
  'resend-welcome': {
    label: 'Send the welcome again',
    about: 'With the plan, the price and the end of the trial.',
    happens: () => 'The welcome email goes out again.',
    confirm: 'Send the welcome',
    pending: 'Sending…',
    mails: toPerson(({ product }) => MAIL_SUBJECTS.welcome(product)),
  },
  'end-plan-links': {
    label: 'End the plan links',
    about: 'For an email that was passed on to another person.',
    happens: () => 'All plan links that were emailed before stop working. Send a new one to the person.',
    confirm: 'End the links',
    pending: 'Ending…',
    mails: none,
  },
  'move-trial-end': {
    label: 'Move the end of the free trial',
    about: 'To a later day, or back to one that the member agreed to.',
    also: 'extend',
    happens: trialEnd,
    confirm: 'Move the end',
    pending: 'Moving…',
    input: {
      until: {
        label: 'New last day of the trial',
        daysAfter: [7, 14, 30],
        since: ({ subscription }) => subscription?.trialEndsAt,
        range: trialEndRange,
        hint: ({ trial }) => {
          const range = trialEndRange(trial);
          return range ? `From ${longDate(range.earliest)} to ${longDate(range.latest)}.` : '';
        },
      },
    },
    mails: toPerson(({ input: { until = '' } }) =>
      MAIL_SUBJECTS['trial-moved'](isCivilDate(until) ? longDate(until) : 'the new day'),
    ),
  },
  'change-plan': {
    label: 'Change the plan',
    about: 'As the member can on the plan page.',
    happens: changeOfPlan,
    confirm: 'Change the plan',
    pending: 'Changing…',
    input: {
      plan: {
        label: 'New plan',
        choices: ({ subscription }) =>
          PLANS.filter(({ id }) => id !== subscription?.plan).map((plan) => ({
            value: plan.id,
            label: `${planWithRange(plan)}, ${dollars(plan.amountInCents)} a month`,
          })),
      },
    },
    mails: toPerson(({ input }) => {
      const plan = PLANS.find(({ id }) => id === input['plan']);
      return plan ? MAIL_SUBJECTS['plan-changed'](plan.id) : 'Your plan is now …';
    }),
  },
  'retry-invoice': {
    label: 'Retry the invoice',
    about: 'Charges the stored card now.',
    happens: (trial) =>
      `${dollars(trial.standing.owedInCents)} is charged to ${cardOf(trial)} now. If the bank declines, this window says why. Paid once, it is not charged again; a charge can only be refunded.`,
    confirm: 'Charge the card',
    pending: 'Charging…',
    mails: ({ trial }) =>
      (trial.subscription?.payments ?? [])
        .filter(({ status }) => status === 'open')
        .map(({ number }) => ({
          subject: MAIL_SUBJECTS.receipt(number),
          to: addressOf(trial),
          when: 'once it is paid',
        })),
  },
  ...PAYMENT_DIALOGS,
  'cancel-subscription': {
    label: 'Cancel the subscription',
    about: 'Takes effect when the trial or the paid month ends.',
    happens: () =>
      'The subscription ends when the trial, or the paid month, ends. Until then “Undo the cancellation” keeps it. During the trial nothing is charged.',
    confirm: 'Cancel the subscription',
    pending: 'Canceling…',
    destructive: true,
    mails: toPerson(({ trial: { subscription }, day }) => {
      if (!subscription) return '';
      const inTrial = hasTag(subscriptionLife, subscription.status, 'inTrial');
      return MAIL_SUBJECTS['plan-cancelled'](day(inTrial ? subscription.trialEndsAt : subscription.periodEndsAt));
    }),
  },
  'keep-subscription': {
    label: 'Undo the cancellation',
    about: 'The subscription continues.',
    happens: () => 'The subscription continues and is charged when the trial or the month ends.',
    confirm: 'Keep the subscription',
    pending: 'Keeping…',
    mails: toPerson(() => MAIL_SUBJECTS['plan-kept']),
  },
  'mark-contacted': {
    label: 'Mark as contacted',
    about: 'Tells the team that someone contacted the person.',
    happens: () => 'The lists show that a member of the team contacted this person today.',
    confirm: 'Mark as contacted',
    pending: 'Marking…',
    mails: none,
  },
  'unmark-contacted': {
    label: 'Remove the mark “contacted”',
    about: 'When it was set by mistake.',
    happens: () => 'The lists show again that no member of the team has contacted this person.',
    confirm: 'Remove the mark',
    pending: 'Removing…',
    mails: none,
  },
  supersede: {
    label: 'Mark as superseded by another',
    about: 'When the same person started another sign-up.',
    happens: () =>
      'This sign-up leaves the list of incomplete sign-ups; the other one replaces it. Nothing is deleted.',
    confirm: 'Mark as superseded',
    pending: 'Marking…',
    input: {
      by: {
        label: 'Id of the sign-up that counts',
        hint: 'Find it with the search box at the top; its page shows the id.',
        kind: 'id',
      },
    },
    mails: none,
  },
  unsupersede: {
    label: 'Remove the mark “superseded”',
    about: 'When this sign-up counts after all.',
    happens: ({ supersededBy }) =>
      `This sign-up is back in the list of incomplete sign-ups, beside sign-up ${supersededBy}.`,
    confirm: 'Remove the mark',
    pending: 'Removing…',
    mails: none,
  },
  'cancel-signup': {
    label: 'Cancel the sign-up',
    about: 'Ends it permanently; the person has to sign up again.',
    happens: () =>
      'The sign-up ends permanently. Its link says so, an open card form is closed, and a card that is stored afterwards is deleted. To continue, the person signs up again.',
    confirm: 'Cancel the sign-up',
    pending: 'Canceling…',
    destructive: true,
    input: { confirm: { label: 'Type CANCEL to confirm', kind: 'word' } },
    mails: none,
  },
  erase: {
    label: 'Erase the person',
    about: 'A privacy request. Can be undone until the erasure starts.',
    happens: () =>
      'Name, addresses, phone, card, notes and emails are deleted here and at the payment provider. States, dates and what reports count remain.',
    confirm: 'Erase the person',
    pending: 'Requesting…',
    destructive: true,
    input: { confirm: { label: 'Type ERASE to confirm', kind: 'word' } },
    mails: none,
  },
  'approve-erasure': {
    label: 'Approve the erasure',
    about: 'For a second member of the team. Cannot be undone.',
    happens: () => 'The person is erased now, here and at the payment provider. This cannot be undone.',
    confirm: 'Approve and erase now',
    pending: 'Approving…',
    destructive: true,
    mails: none,
  },
  'undo-erasure': {
    label: 'Undo the erasure',
    about: 'The person is not erased.',
    happens: ({ subscription }) =>
      `The request is withdrawn. Nothing was removed.${subscription ? ' Payments and reminders go on.' : ''}`,
    confirm: 'Undo the erasure',
    pending: 'Undoing…',
    mails: none,
  },
};

/** The button of an action; a code that was sent before is sent again. */
export const labelOf = (name: SupportActionName, { codeSent }: Pick<InspectedTrial, 'codeSent'>): string =>
  name === 'resend-code' && codeSent ? 'Send the code again' : SUPPORT_ACTION_DIALOGS[name].label;
