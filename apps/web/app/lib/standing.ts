import type { SubscriptionSummary } from '@lampstand/contracts';

export interface Standing {
  title: string;
  /** A sentence without its greeting: "your plan is active, and its next month begins on Monday, January 4, 2027." */
  sentence: string;
  ended: boolean;
  /** A payment failed. */
  failed: boolean;
  /** What the link to the plan is for. */
  action: string;
}

/** What is true of a subscription now. `day` formats an instant. */
export function standingOf(summary: SubscriptionSummary, day: (instant: string) => string): Standing {
  const { status, trialEndsAt, periodEndsAt, cancelAt, endedAt, nextTryAt, pause } = summary;
  const paused = pause && ` Your payments are paused${pause.until ? ` until ${day(pause.until)}` : ''}.`;
  const has = { title: 'You have an account', ended: false, failed: false };
  if (status === 'canceled')
    return {
      title: 'Your subscription has ended',
      sentence: `your subscription ended${endedAt ? ` on ${day(endedAt)}` : ''}. Nothing more will be charged.`,
      ended: true,
      failed: false,
      action: 'See my invoices or start again',
    };
  if (summary.erasureRequested)
    return {
      ...has,
      sentence:
        'you asked us to erase your data. Until that is done, nothing is charged, and no reminders go out. To keep your account, write to us.',
      action: 'Open my plan',
    };
  if (status !== 'trialing' && status !== 'active')
    return {
      ...has,
      failed: true,
      sentence: `your last payment did not go through. ${
        nextTryAt ? `We try the card again on ${day(nextTryAt)}; with` : 'We no longer try the card; with'
      } a new card the invoice is paid at once.${cancelAt ? ` Your plan is canceled and ends on ${day(cancelAt)}.` : ''}`,
      action: 'Update my card',
    };
  if (cancelAt)
    return {
      ...has,
      sentence: `your plan is canceled and ends on ${day(cancelAt)}. ${
        status === 'trialing' ? 'Nothing is charged.' : 'No further month is charged.'
      }`,
      action: 'Open or keep my plan',
    };
  if (status === 'trialing')
    return {
      ...has,
      sentence: `your free trial runs until ${day(trialEndsAt)}.${paused ?? ' Nothing is charged before that day.'}`,
      action: 'Open my plan',
    };
  return {
    ...has,
    sentence: paused
      ? `your plan is active.${paused}`
      : `your plan is active, and its next month begins on ${day(periodEndsAt)}.`,
    action: 'Open my plan',
  };
}

/** Whether more is to say than that the trial runs. */
export const isBeyondTrial = ({ status, cancelAt, pause, erasureRequested }: SubscriptionSummary): boolean =>
  status !== 'trialing' || cancelAt !== null || pause !== null || erasureRequested;

export const capitalized = (sentence: string): string => sentence.replace(/^./, (letter) => letter.toUpperCase());
