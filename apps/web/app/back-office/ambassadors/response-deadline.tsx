import type { AmbassadorRow } from '@lampstand/contracts/back-office';
import { ambassadorApplication, hasTag } from '@lampstand/workflows';
import { useToday } from '../../lib/clock.ts';
import { weekdayText } from '../format.ts';
import './ambassadors.css';

/** The site promises applicants an answer within 5 to 7 business days. */
const EARLIEST = 5;
const LATEST = 7;

type Deadline = Pick<AmbassadorRow, 'businessDays' | 'dueBy' | 'state'>;

/** Whether an application in this state waits for a decision. */
export const isOpen = (state: string) => hasTag(ambassadorApplication, state, 'open');

/** "Day 3 of 5 to 7, due by Thu, Dec 3"; nothing for a closed application. */
export function ResponseDeadline({ application }: { application: Deadline }) {
  const today = useToday();
  const { businessDays, dueBy, state } = application;
  if (!isOpen(state)) return null;
  const late = businessDays - LATEST;
  const urgency = late > 0 ? 'overdue' : businessDays >= EARLIEST ? 'due' : 'calm';
  return (
    <>
      <strong className={`block promise ${urgency}`}>
        {urgency === 'overdue'
          ? `Overdue by ${late === 1 ? 'one business day' : `${late} business days`}`
          : `Day ${businessDays} of ${EARLIEST} to ${LATEST}`}
      </strong>{' '}
      <span className="block quiet">due by {weekdayText(dueBy, today)}</span>
    </>
  );
}
