import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.ts';
import { secondsAfter } from '../../platform/clock/instants.ts';
import { tooManyRequests } from '../../platform/limits/limiter.ts';

export const MOST_RUNNING = { inAll: 4, ofAccount: 2 };
const RETRY_SECONDS = 30;

/** The exports that this process sends now. Each of them holds a connection of the database. */
@Injectable()
export class RunningExports {
  private readonly accounts: number[] = [];

  constructor(private readonly clock: Clock) {}

  /** Takes a place, and answers how to give it back. A 429 where none is free. */
  begin(account: number): () => void {
    const mine = this.accounts.filter((each) => each === account).length;
    if (mine >= MOST_RUNNING.ofAccount || this.accounts.length >= MOST_RUNNING.inAll)
      throw tooManyRequests(ADMIN_ERRORS.exportsRunning, secondsAfter(this.clock.now(), RETRY_SECONDS));
    this.accounts.push(account);
    let given = false;
    return () => {
      if (!given) this.accounts.splice(this.accounts.indexOf(account), 1);
      given = true;
    };
  }
}
