import type { AmbassadorAction } from '@lampstand/contracts/back-office';
import { site } from '../../site/env.ts';

/** What may be done with an application, in words; the two decisions show what their mail says. */
interface ActionWords {
  label: string;
  happens: string;
  mail?: { subject: string; gist: string };
  pending: string;
  done: string;
  alarming?: true;
}

const subject = `Our decision on your ${site.product} ambassador application`;

export const ACTION_WORDS: Record<AmbassadorAction, ActionWords> = {
  'start-review': {
    label: 'Start review',
    happens: 'The application is marked as being read. Nothing is mailed.',
    pending: 'Starting…',
    done: 'The review has begun.',
  },
  approve: {
    label: 'Approve',
    happens: 'The application is accepted for good, and this mail goes out at once:',
    mail: {
      subject,
      gist: 'A welcome aboard, and the request to answer with two or three times that suit for a first call.',
    },
    pending: 'Approving…',
    done: 'Approved. The mail is on its way.',
  },
  decline: {
    label: 'Decline',
    happens: 'The application is declined for good, and this mail goes out at once:',
    mail: {
      subject,
      gist: 'Thanks, that we cannot offer a place this time, that the program is small, and the invitation to apply again later.',
    },
    pending: 'Declining…',
    done: 'Declined. The mail is on its way.',
    alarming: true,
  },
  withdraw: {
    label: 'Withdraw',
    happens: 'For an applicant who has taken the application back. It is closed for good, and nothing is mailed.',
    pending: 'Withdrawing…',
    done: 'The application is withdrawn.',
    alarming: true,
  },
};
