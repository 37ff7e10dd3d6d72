import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { SignedLinks } from '../../platform/signed-links.ts';

export const DEVICE_DAYS = 180;

/** Browsers that have signed in to an account before. The mark opens nothing: it only counts their tries apart from strangers'. */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly links: SignedLinks,
    private readonly clock: Clock,
  ) {}

  /** The device's random id, when `mark` was given to it for this account. */
  read(email: string, mark: string | undefined): string | undefined {
    return mark && this.links.verify(purposeOf(email), mark);
  }

  mark(email: string, device = randomBytes(16).toString('base64url')): string {
    return this.links.sign(purposeOf(email), device, daysAfter(this.clock.now(), DEVICE_DAYS));
  }
}

const purposeOf = (email: string): string => `staff-device ${email}`;
