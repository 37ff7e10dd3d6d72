import { describe, expect, it } from 'vitest';
import { type ErasureScope, SUPPORT_ACTION_NAMES } from '@lampstand/contracts/back-office';
import { doneMessage } from './erasure-summary.tsx';
import { labelOf, SUPPORT_ACTION_DIALOGS } from './support-action-dialogs.ts';

const erasing = (given: Partial<ErasureScope>) =>
  doneMessage({
    success: true,
    message: 'The person is being erased.',
    erased: {
      signups: 1,
      accounts: 0,
      subscriptions: 0,
      applications: 0,
      trialRequests: 0,
      newsletterSubscriptions: 0,
      ...given,
    },
  });

describe('the result of a support action', () => {
  it('is the message of the server', () =>
    expect(doneMessage({ success: true, message: 'The code is on its way.' })).toBe('The code is on its way.'));

  it('lists what else an erasure includes', () => {
    expect(erasing({})).toBe('The person is being erased.');
    expect(erasing({ signups: 3, accounts: 1, trialRequests: 2 })).toBe(
      'The person is being erased. This includes 2 other sign-ups, 1 account, 2 trial requests.',
    );
  });
});

it('every support action has labels, and only irreversible ones are marked destructive', () => {
  expect(Object.keys(SUPPORT_ACTION_DIALOGS).toSorted()).toEqual(SUPPORT_ACTION_NAMES.toSorted());
  const destructive = SUPPORT_ACTION_NAMES.filter((name) => SUPPORT_ACTION_DIALOGS[name].destructive);
  expect(destructive.toSorted()).toEqual([
    'approve-erasure',
    'cancel-signup',
    'cancel-subscription',
    'erase',
    'refund',
  ]);
});

it('a code is sent again only after one was sent', () =>
  expect([false, true].map((codeSent) => labelOf('resend-code', { codeSent }))).toEqual([
    'Send the code',
    'Send the code again',
  ]));
