/** The only source of time for whatever a customer would notice: codes, trials, notices, created_at. */
export abstract class Clock {
  abstract now(): Date;
  /** Milliseconds this clock is ahead of real time. */
  abstract get offsetMs(): number;

  /** Real time, which others know as well: by it they judge signatures, and we what they have signed. */
  get real(): Date {
    return new Date(this.now().getTime() - this.offsetMs);
  }
}
