import type { RepairName } from '@lampstand/contracts/back-office';

/** What somebody of the team reads once a repair is done, and when it had been done a moment before. */
export const DONE: Record<
  Exclude<RepairName, 'resend-code' | 'erase' | 'approve-erasure'>,
  [done: string, repeated: string]
> = {
  'send-resume-link': ['The resume link is on its way.', 'A resume link went out less than a minute ago.'],
  'send-payment-link': ['The payment link is on its way.', 'A payment link went out less than a minute ago.'],
  'correct-phone': ['The phone is corrected and has to be proven.', 'The sign-up has this phone already.'],
  'correct-email': [
    'The e-mail is corrected; the resume link goes to the new one.',
    'The sign-up has this e-mail already.',
  ],
  'retry-opening': ['The account is being opened once more.', 'The opening was tried again less than a minute ago.'],
  'cancel-signup': ['The sign-up is cancelled.', 'The sign-up was cancelled already.'],
  supersede: ['Marked as superseded.', 'It was marked so already.'],
  'send-plan-link': ['The link to the plan is on its way.', 'A link went out less than a minute ago.'],
  'end-plan-links': ['The links to the plan have ended.', 'They were ended less than a minute ago.'],
  'extend-trial': ['The free trial is longer now.', 'The trial ends on that day already.'],
  'cancel-subscription': ['Cancelled: it ends by itself, and can be kept until then.', 'It was cancelled already.'],
  'keep-subscription': ['The cancellation is taken back.', 'It was not cancelled.'],
  'undo-erasure': ['The person is not erased.', 'It was undone less than a minute ago.'],
  'mark-contacted': ['Marked as contacted.', 'It was marked less than a minute ago.'],
};

export const CODE_SENT = 'A new code is on its way.';
export const CODE_NOT_YET = 'A code went out a moment ago; wait until another may be sent.';
/** By the setting ERASURE_APPROVAL. */
export const ERASURE_ASKED = {
  off: 'The person is erased in ten minutes, or once another member of the team approves. Until then it can be undone.',
  on: 'The person is erased once another member of the team approves. Until then it can be undone.',
};
export const ERASURE_ASKED_BEFORE = 'The erasure was asked for already.';
export const ERASED = 'The person is being erased.';
export const ERASED_BEFORE = 'The person was erased already.';
