import { Clock } from './clock.ts';

/** The machine's own time: the clock of production. */
export class SystemClock extends Clock {
  readonly offsetMs = 0;

  now(): Date {
    return new Date();
  }
}
