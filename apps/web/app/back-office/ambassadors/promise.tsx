import type { AmbassadorRow } from '@lampstand/contracts/back-office';
import { civilDayInWords } from '../parts/moments.tsx';

/** Applicants are promised an answer within so many business days. */
const FROM = 5;
const BY = 7;

type Kept = Pick<AmbassadorRow, 'businessDays' | 'dueFrom' | 'dueBy' | 'decidedAt' | 'state'>;

export const isOpen = (state: string) => state === 'submitted' || state === 'inReview';

/** How an open application stands against the promise. */
function urgencyOf({ businessDays }: Pick<Kept, 'businessDays'>): 'calm' | 'due' | 'overdue' {
  if (businessDays > BY) return 'overdue';
  return businessDays >= FROM ? 'due' : 'calm';
}

/** The promise as a clock: which day it is, and by when the answer is due. */
export function PromiseClock({ application }: { application: Kept }) {
  const { businessDays, dueFrom, dueBy, state } = application;
  if (!isOpen(state)) return null;
  const urgency = urgencyOf(application);
  const late = businessDays - BY;
  return (
    <span className={`promise-clock ${urgency}`}>
      <strong>
        {urgency === 'overdue'
          ? `Overdue by ${late === 1 ? 'one business day' : `${late} business days`}`
          : `Day ${businessDays} of ${FROM} to ${BY}`}
      </strong>{' '}
      <span className="small">
        due {civilDayInWords(dueFrom)} to {civilDayInWords(dueBy)}
      </span>
    </span>
  );
}
