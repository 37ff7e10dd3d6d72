import { type CreateAccountAnswer, ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../platform/http/errors.ts';
import { SavedTrials } from './saved-trials.ts';

const WAIT_MS = 8000;
const LOOK_EVERY_MS = 80;

/** Waits for the one worker that opens accounts. An outcome still unknown after 8 s is a 503: the work goes on. */
@Injectable()
export class AwaitOpening {
  constructor(private readonly trials: SavedTrials) {}

  async execute(id: number): Promise<CreateAccountAnswer> {
    for (const end = performance.now() + WAIT_MS; performance.now() < end; await pause(LOOK_EVERY_MS)) {
      const state = (await this.trials.find(id))?.state;
      if (state === 'success') return { success: true };
      if (state === 'alreadyMember') return { success: false, userExists: true };
      if (state !== 'openingAccount') return { success: false, error: ERRORS.cardUnusable };
    }
    throw new AppError(503, ERRORS.openingPending);
  }
}
