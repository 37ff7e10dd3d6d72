import { civilDay } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { Settings } from '../config/index.ts';
import { Clock } from './clock.ts';

/** The civil day of the organisation, `YYYY-MM-DD`: what ages and date filters are counted by. */
@Injectable()
export class Today {
  constructor(
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  get day(): string {
    return civilDay(this.clock.now(), this.settings.ORG_TIME_ZONE);
  }
}
