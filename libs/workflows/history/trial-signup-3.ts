import type { ChartVersion } from '../src/versions.ts';

export default {
  chart: 'trial-signup',
  version: 3,
  initial: 'registration',
  states: {
    registration: { 'signup.saved': { to: 'phoneVerification', effects: ['sendSignupSaved'] } },
    phoneVerification: {
      'phone.changed': { to: 'phoneVerification', effects: ['dropOldCode'] },
      'email.corrected': { to: 'phoneVerification', effects: ['sendResumeLink'] },
      'link.requested': { to: 'phoneVerification', effects: ['sendResumeLink'] },
      'visitor.wentQuiet': { to: 'phoneVerification', effects: ['sendReminder'] },
      'phone.verified': { to: 'billingInformation', effects: ['supersedeOlderTrials'] },
      'account.existed': { to: 'alreadyMember', effects: [] },
      'signup.cancelled': { to: 'cancelled', effects: ['cancelSetupIntent'] },
    },
    billingInformation: {
      'plan.selected': { to: 'billingInformation', effects: [] },
      'phone.changed': { to: 'phoneVerification', effects: ['cancelSetupIntent', 'sendResumeLink'] },
      'email.corrected': { to: 'billingInformation', effects: ['sendResumeLink'] },
      'link.requested': { to: 'billingInformation', effects: ['sendResumeLink'] },
      'visitor.wentQuiet': { to: 'billingInformation', effects: ['sendReminder'] },
      'payment.linkRequested': { to: 'billingInformation', effects: ['sendPaymentLink'] },
      'card.saved': { to: 'openingAccount', effects: ['openAccount'] },
      'account.existed': { to: 'alreadyMember', effects: ['cancelSetupIntent'] },
      'signup.cancelled': { to: 'cancelled', effects: ['cancelSetupIntent'] },
    },
    openingAccount: {
      'email.corrected': { to: 'openingAccount', effects: ['sendResumeLink'] },
      'link.requested': { to: 'openingAccount', effects: ['sendResumeLink'] },
      'account.opened': { to: 'success', effects: ['sendWelcomeMail', 'announceAccount'] },
      'account.existed': { to: 'alreadyMember', effects: ['deleteCustomer'] },
      'card.lost': { to: 'billingInformation', effects: ['sendCardNeeded'] },
      'opening.retried': { to: 'openingAccount', effects: ['openAccount'] },
    },
    success: {},
    alreadyMember: { 'card.saved': { to: 'alreadyMember', effects: ['deleteCustomer'] } },
    cancelled: { 'card.saved': { to: 'cancelled', effects: ['deleteCustomer'] } },
  },
} satisfies ChartVersion;
