import { longDate } from '@lampstand/contracts';
import type { AmbassadorRow } from '@lampstand/contracts/back-office';
import type { AmbassadorState } from '@lampstand/workflows';

interface Facts extends Pick<AmbassadorRow, 'dueBy'> {
  /** The days on which it entered its state, and on which it was erased. */
  since: string;
  erasedOn?: string | undefined;
  state: AmbassadorState;
  today: string;
}

/** Where an application stands, in one sentence with its date. Days are civil days. */
export const applicationStanding = (facts: Facts): string =>
  facts.erasedOn ? `Erased on ${longDate(facts.erasedOn)}.` : SENTENCES[facts.state](facts);

const promised = ({ dueBy, today }: Facts): string =>
  `an answer ${today > dueBy ? 'was' : 'is'} promised by ${longDate(dueBy)}.`;

const SENTENCES: Record<AmbassadorState, (facts: Facts) => string> = {
  draft: () => 'Not sent yet.',
  submitted: (facts) => `Submitted on ${longDate(facts.since)}; ${promised(facts)}`,
  inReview: (facts) => `In review since ${longDate(facts.since)}; ${promised(facts)}`,
  approved: ({ since }) => `Approved on ${longDate(since)}.`,
  declined: ({ since }) => `Declined on ${longDate(since)}.`,
  withdrawn: ({ since }) => `Withdrawn on ${longDate(since)}.`,
};
