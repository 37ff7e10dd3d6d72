import type { WaitingWork } from '@lampstand/contracts/back-office';
import { useZone } from '../format.ts';
import { jobName, providerOf } from './job-names.ts';

/** "Opening an account is waiting: Stripe does not answer, tried 3 times, next at 3:58 PM." */
export function Waits({ queue, tries, nextAt }: WaitingWork) {
  const { timeText } = useZone();
  const times = tries === 1 ? 'once' : tries === 2 ? 'twice' : `${tries} times`;
  return (
    <>{`${jobName(queue)} is waiting: ${providerOf(queue)} does not answer, tried ${times}, next at ${timeText(nextAt)}.`}</>
  );
}
