/** The only source of time for whatever a customer would notice: codes, trials, notices, created_at. */
export abstract class Clock {
  abstract now(): Date;
  /** Milliseconds this clock is ahead of the machine's. */
  abstract get offsetMs(): number;
}

export const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000);
export const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);
export const daysAfter = (at: Date, days: number): Date => minutesAfter(at, days * 24 * 60);
