import { createHash } from 'node:crypto';
import { ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, In, Repository } from 'typeorm';
import { Clock } from '../platform/clock/clock.ts';
import { queryRows } from '../platform/database/queries.ts';
import { AppError, tooManyRequests } from '../platform/errors.ts';
import { ProviderWatch } from '../platform/health/provider-watch.ts';
import { Limiter } from '../platform/limits/limiter.ts';
import { CODE_RULES } from '../platform/limits/limits.ts';
import { causeOf, log } from '../platform/logging.ts';
import { SharedPoll } from '../platform/shared-poll.ts';
import { costOfLane } from './code-lanes.ts';
import { ReadCodeTimes } from './code-times.ts';
import { findLiveCode, PhoneVerification } from './phone-verification.entity.ts';
import { type CheckResult, PhoneVerifier } from './phone-verifier.ts';

export type CodeOutcome =
  | { outcome: 'right' }
  | { outcome: 'wrong'; triesLeft: number; /** After the last try: when another code can be sent. */ retryAt?: Date }
  | { outcome: 'expired' }
  | { outcome: 'tooMany'; retryAt: Date };

/** What a caller reads when its code was not right. */
export function refusalOf(checked: Exclude<CodeOutcome, { outcome: 'right' }>): AppError {
  if (checked.outcome === 'tooMany') return tooManyRequests(ERRORS.codeTooMany, checked.retryAt, { reason: 'tooMany' });
  if (checked.outcome === 'expired')
    return new AppError('invalid', ERRORS.codeExpired, { reason: 'expired', triesLeft: 0 });
  const { triesLeft, retryAt } = checked;
  return new AppError('invalid', ERRORS.codeWrong, {
    reason: 'wrong',
    triesLeft,
    ...(retryAt && { retryAt: retryAt.toISOString() }),
  });
}

/** Locks the rows in one order, so that two tries of different sign-ups do not wait for each other. */
const COUNT_TRY = `
  WITH code AS (
    SELECT id FROM phone_verifications WHERE provider_id = $1 AND status = 'live' ORDER BY id FOR UPDATE)
  UPDATE phone_verifications SET tries = tries + 1
  WHERE id IN (SELECT id FROM code) AND tries < $2 RETURNING tries`;
const SENDING_MS = 3000;

/**
 * Checks a code. The statement that permits a try also counts it, so 200 concurrent tries still make five, for all sign-ups of the
 * phone together; three of them for one network.
 */
@Injectable()
export class CheckCode {
  private readonly poll = new SharedPoll<PhoneVerification>((ids) => this.codes.findBy({ id: In(ids) }));

  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(PhoneVerification) private readonly codes: Repository<PhoneVerification>,
    private readonly verifier: PhoneVerifier,
    private readonly watch: ProviderWatch,
    private readonly times: ReadCodeTimes,
    private readonly limiter: Limiter,
    private readonly clock: Clock,
  ) {}

  /** `key`: identifies the try. The last wrong one, sent again after a lost answer, is answered again and costs nothing. */
  async execute(trialId: number, phone: string, code: string, key: string | null = null): Promise<CodeOutcome> {
    const live = await this.findSent(trialId, phone);
    if (!live?.providerId) return { outcome: 'expired' };
    const lastTry = key && createHash('sha256').update(`${key}:${code}`).digest('base64url');
    if (lastTry && live.lastTry === lastTry) return this.wrong(live, await this.times.triesLeft(live));
    const triesLeft = await this.consumeTry(live.providerId);
    if (triesLeft === undefined) return { outcome: 'tooMany', retryAt: await this.unlockedAt(live) };
    const checked = await this.callProvider(live, live.providerId, code);
    if (checked === 'right') {
      // The code is used up for the other sign-ups of the phone, too.
      await this.codes.update({ providerId: live.providerId, status: 'live' }, { status: 'dropped' });
      await this.codes.update({ id: live.id }, { status: 'approved' });
      await this.limiter.refundAll(costOfLane(live.lane, phone));
      return { outcome: 'right' };
    }
    if (checked === 'gone') {
      await this.codes.update({ id: live.id, status: 'live' }, { status: 'dropped' });
      return { outcome: 'expired' };
    }
    if (checked === 'tooMany') return { outcome: 'tooMany', retryAt: await this.unlockedAt(live) };
    if (lastTry) await this.codes.update({ id: live.id }, { lastTry });
    return this.wrong(live, triesLeft);
  }

  /** The live code. Waits for its provider id: a text can arrive, and be typed, before the request that sends it has stored the id. */
  private async findSent(trialId: number, phone: string): Promise<PhoneVerification | null> {
    const find = () => findLiveCode(this.dataSource.manager, trialId, phone, this.clock.now());
    const live = await find();
    if (!live || live.providerId) return live;
    await this.poll.until(live.id, (code) => !!code?.providerId || code?.status !== 'live', SENDING_MS);
    return find();
  }

  private async wrong(live: PhoneVerification, triesLeft: number): Promise<CodeOutcome> {
    return { outcome: 'wrong', triesLeft, ...(!triesLeft && { retryAt: await this.unlockedAt(live) }) };
  }

  private unlockedAt(live: PhoneVerification): Promise<Date> {
    return this.times.nextAt(Object.assign(live, { tries: CODE_RULES.tries }));
  }

  private async callProvider(live: PhoneVerification, providerId: string, code: string): Promise<CheckResult> {
    try {
      const checked = await this.watch.run('checkCode', live.trialId, () => this.verifier.check(providerId, code));
      return checked === 'gone' && (await this.succeededBefore(live, providerId)) ? 'right' : checked;
    } catch (error) {
      // The outcome is unknown: refund the try, and record that the answer was lost.
      await this.codes.update({ id: live.id }, { answerLost: true });
      await this.codes.update({ providerId, status: 'live' }, { tries: () => 'greatest(tries - 1, 0)' });
      await this.limiter.refund('triesPerCodeAndNetwork', providerId);
      log.warn(causeOf(error), 'code could not be checked');
      throw new AppError('unavailable', ERRORS.codeNotSent);
    }
  }

  /** An earlier check succeeded and its answer was lost. Only valid while no other code shares the provider's id. */
  private async succeededBefore(live: PhoneVerification, providerId: string): Promise<boolean> {
    if (!live.answerLost || (await this.codes.countBy({ providerId })) > 1) return false;
    return this.verifier.wasApproved(providerId);
  }

  /** How many tries this one leaves to the network. Undefined when there was none. */
  private async consumeTry(providerId: string): Promise<number | undefined> {
    const ofNetwork = await this.limiter.consumeIfLeft('triesPerCodeAndNetwork', providerId);
    if (ofNetwork === undefined) return undefined;
    const tries = await this.dataSource.transaction(async (tx) => {
      const rows = await queryRows<{ tries: number }>(tx, COUNT_TRY, [providerId, CODE_RULES.tries]);
      return rows[0]?.tries;
    });
    if (tries !== undefined) return Math.min(ofNetwork, CODE_RULES.tries - tries);
    await this.limiter.refund('triesPerCodeAndNetwork', providerId);
    return undefined;
  }
}
