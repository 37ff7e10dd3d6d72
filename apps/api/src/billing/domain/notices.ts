import { daysAfter } from '../../platform/clock/instants.ts';

/** The notices before a trial ends, by the days before; card networks ask for one 7 days ahead. */
const NOTICE_DAYS = [7, 1] as const;
type NoticeDays = (typeof NOTICE_DAYS)[number];

/** When the first notice of a trial is due. */
export const firstNotice = (trialEndsAt: Date): Date => daysAfter(trialEndsAt, -NOTICE_DAYS[0]);

/** Which notice is due at `noticeAt`, and when the one after it is; null when it is the last. */
export function noticeAfter(trialEndsAt: Date, noticeAt: Date): { days: NoticeDays; next: Date | null } {
  const last = daysAfter(trialEndsAt, -1);
  return noticeAt < last ? { days: 7, next: last } : { days: 1, next: null };
}
