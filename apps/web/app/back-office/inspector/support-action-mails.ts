import { MAIL_SUBJECTS, PLANS } from '@lampstand/contracts';
import type { InspectedTrial, SupportActionName } from '@lampstand/contracts/back-office';
import { hasTag, subscriptionLife } from '@lampstand/workflows';

interface Given {
  trial: InspectedTrial;
  product: string;
  /** An instant as a long date in the organization's zone. */
  day: (instant: string) => string;
  /** What is typed in the dialog so far, by field. */
  input: Record<string, string>;
}

/** An email that a support action sends. */
export interface ActionMail {
  subject: string;
  to: string;
  /** When it does not go out at once: "once the account is open". */
  when?: string;
}

const none = (): ActionMail[] => [];
const addressOf = ({ person }: InspectedTrial) => person.email || 'the stored address';
const toPerson =
  (subject: (given: Given) => string, when?: string) =>
  (given: Given): ActionMail[] => [{ subject: subject(given), to: addressOf(given.trial), ...(when && { when }) }];
const resume = toPerson(({ product }) => MAIL_SUBJECTS.resume(product));

/** The emails that each support action sends. */
export const ACTION_MAILS: Record<SupportActionName, (given: Given) => ActionMail[]> = {
  'resend-code': none,
  'send-resume-link': resume,
  'correct-phone': (given) => {
    const { account, phoneVerifiedAt } = given.trial;
    if (account) return toPerson(() => MAIL_SUBJECTS['phone-confirmation'])(given);
    return phoneVerifiedAt ? resume(given) : [];
  },
  'correct-email': ({ trial, product, input }) => [
    {
      subject: trial.account?.openedAt ? MAIL_SUBJECTS['email-confirmation'] : MAIL_SUBJECTS.resume(product),
      to: input['email'] || 'the new address',
    },
  ],
  'undo-correction': none,
  'retry-opening': toPerson(({ product }) => MAIL_SUBJECTS.welcome(product), 'once the account is open'),
  'send-payment-link': toPerson(() => MAIL_SUBJECTS['payment-link']),
  'send-plan-link': toPerson(() => MAIL_SUBJECTS['plan-link']),
  'resend-welcome': toPerson(({ product }) => MAIL_SUBJECTS.welcome(product)),
  'end-plan-links': none,
  'move-trial-end': none,
  'change-plan': toPerson(({ input }) => {
    const plan = PLANS.find(({ id }) => id === input['plan']);
    return plan ? MAIL_SUBJECTS['plan-changed'](plan.id) : 'Your plan is now …';
  }),
  'retry-invoice': ({ trial }) =>
    (trial.subscription?.payments ?? [])
      .filter(({ status }) => status === 'open')
      .map(({ number }) => ({
        subject: MAIL_SUBJECTS.receipt(number),
        to: addressOf(trial),
        when: 'once it is paid',
      })),
  'cancel-subscription': toPerson(({ trial: { subscription }, day }) => {
    if (!subscription) return '';
    const inTrial = hasTag(subscriptionLife, subscription.status, 'inTrial');
    return MAIL_SUBJECTS['plan-cancelled'](day(inTrial ? subscription.trialEndsAt : subscription.periodEndsAt));
  }),
  'keep-subscription': toPerson(() => MAIL_SUBJECTS['plan-kept']),
  'mark-contacted': none,
  'unmark-contacted': none,
  supersede: none,
  unsupersede: none,
  'cancel-signup': none,
  erase: none,
  'approve-erasure': none,
  'undo-erasure': none,
};
