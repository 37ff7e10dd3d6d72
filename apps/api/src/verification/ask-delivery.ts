import type { TextDelivery } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThanOrEqual, MoreThan, Not, Repository } from 'typeorm';
import { Clock } from '../platform/clock/clock.ts';
import { secondsAfter } from '../platform/clock/instants.ts';
import { causeOf, log } from '../platform/logging.ts';
import { PhoneVerification } from './phone-verification.entity.ts';
import { PhoneVerifier } from './phone-verifier.ts';

/** After a text. Most are delivered within seconds; some carriers take longer to say so. */
export const FIRST_ASKED_SECONDS = 15;
const LAST_ASKED_SECONDS = 90;

/** Twilio allows 100 of these requests a minute, and a sweep runs every 30 seconds. */
const BATCH = 40;

/** The delivery status of a text, for one of the sign-ups with its phone. */
export interface Delivered {
  trialId: number;
  phone: string;
  delivery: TextDelivery;
}

/** Asks Twilio for the delivery status of texts whose codes were not entered. No visitor waits for this request, so a failed one is not an outage. */
@Injectable()
export class AskDelivery {
  constructor(
    @InjectRepository(PhoneVerification) private readonly codes: Repository<PhoneVerification>,
    private readonly verifier: PhoneVerifier,
    private readonly clock: Clock,
  ) {}

  /** Asks for the texts that are due. Returns the delivery statuses that were not known before. */
  async due(): Promise<Delivered[]> {
    const now = this.clock.now();
    const due = await this.codes.find({
      where: {
        deliveryDueAt: LessThanOrEqual(now),
        status: 'live',
        expiresAt: MoreThan(now),
        providerId: Not(IsNull()),
      },
      order: { deliveryDueAt: 'ASC' },
      take: BATCH,
    });
    const known: Delivered[] = [];
    for (const code of new Map(due.map((each) => [each.providerId, each])).values())
      known.push(...(await this.ask(code)));
    return known;
  }

  /** Makes the texts of a sign-up due now, because a member of staff has opened its page. */
  async soon(trialId: number): Promise<void> {
    const now = this.clock.now();
    await this.codes.update(
      { trialId, status: 'live', expiresAt: MoreThan(now), delivery: IsNull(), deliveryDueAt: IsNull() },
      { deliveryDueAt: now },
    );
  }

  private async ask({ providerId, sends }: PhoneVerification): Promise<Delivered[]> {
    const now = this.clock.now();
    const text = await this.verifier.lastText(providerId!).catch((error: unknown) => {
      log.info(causeOf(error), 'could not ask what became of a text');
    });
    const last = secondsAfter(text?.sentAt ?? now, LAST_ASKED_SECONDS);
    const delivery = text?.delivery ?? null;
    // Not of a code that was sent again in the meantime.
    const asked = { providerId: providerId!, status: 'live', sends, delivery: IsNull() } as const;
    const codes = await this.codes.findBy(asked);
    await this.codes.update(asked, { delivery, deliveryDueAt: delivery === null && last > now ? last : null });
    return delivery ? codes.map(({ trialId, phone }) => ({ trialId, phone, delivery })) : [];
  }
}
