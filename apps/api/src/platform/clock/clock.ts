/** The only source of time for whatever a customer would notice: codes, trials, notices, created_at. */
export abstract class Clock {
  abstract now(): Date;
  /** Milliseconds this clock is ahead of the machine's. */
  abstract get offsetMs(): number;
}
