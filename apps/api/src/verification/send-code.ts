import { type CodeChannel, type CodeTimes, ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, MoreThan, Repository } from 'typeorm';
import { Clock } from '../platform/clock/clock.ts';
import { isProduction, Settings } from '../platform/config/index.ts';
import { AppError, tooManyRequests } from '../platform/errors.ts';
import { ProviderWatch } from '../platform/health/provider-watch.ts';
import { Limiter, type LimitKey } from '../platform/limits/limiter.ts';
import { causeOf, log } from '../platform/logging.ts';
import { ReadCodeTimes } from './code-times.ts';
import { expiresAt, findLiveCodes, PhoneVerification, resendAt } from './phone-verification.entity.ts';
import { PhoneVerifier, type SendResult } from './phone-verifier.ts';
import { canTakeSms } from './us-numbers.ts';

interface SendCodeInput {
  trialId: number;
  phone: string;
  /** Send although there is a live code, once its cooldown is over. */
  again: boolean;
  channel?: CodeChannel;
  /** Requested by support: the visitor's limits do not apply. */
  bySupport?: boolean;
}

export interface CodeSent {
  sent: boolean;
  times: CodeTimes;
}

/** Sends the six digits to a phone: never twice within the cooldown, across all replicas and all sign-ups with this phone. */
@Injectable()
export class SendCode {
  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(PhoneVerification) private readonly codes: Repository<PhoneVerification>,
    private readonly verifier: PhoneVerifier,
    private readonly watch: ProviderWatch,
    private readonly limiter: Limiter,
    private readonly times: ReadCodeTimes,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async execute(input: SendCodeInput): Promise<CodeSent> {
    const now = this.clock.now();
    const codes = await findLiveCodes(this.dataSource.manager, input.phone, now);
    const own = codes.find(({ trialId }) => trialId === input.trialId);
    if (own && (!input.again || own.resendAt > now)) return this.answer(own, input, false);
    const [live] = codes;
    if (live && live.resendAt <= now && (await this.times.lockedUntil(live)))
      throw tooManyRequests(ERRORS.codeTooMany, await this.times.nextAt(live, input.bySupport), { reason: 'tooMany' });
    const row = await this.reserve(input);
    return this.answer(row.fresh ? await this.send(row.code, input) : row.code, input, row.fresh);
  }

  private async answer(code: PhoneVerification, { bySupport }: SendCodeInput, sent: boolean): Promise<CodeSent> {
    return { sent, times: await this.times.of(code, bySupport) };
  }

  private async consumeLimits(input: SendCodeInput): Promise<void> {
    if (!canTakeSms(input.phone, { madeUp: !isProduction(this.settings) })) throw unreachable();
    if (!input.bySupport) await this.limiter.consume('codesPerAddress');
    await this.limiter.consumeAll(costOf(input));
  }

  /**
   * Starts the cooldown before the provider is called, under a lock per phone: of 50 concurrent calls one may send. During the
   * cooldown, another sign-up of the phone shares the code that was sent.
   */
  private reserve({ trialId, phone, again }: SendCodeInput): Promise<{ code: PhoneVerification; fresh: boolean }> {
    return this.dataSource.transaction(async (tx) => {
      await tx.queryRunner!.query(`SELECT pg_advisory_xact_lock(hashtextextended('code ' || $1, 0))`, [phone]);
      const now = this.clock.now();
      const codes = await findLiveCodes(tx, phone, now);
      const own = codes.find((each) => each.trialId === trialId);
      const [live] = codes;
      if (own && (!again || own.resendAt > now)) return { code: own, fresh: false };
      const lost = { phone, status: 'live', providerId: IsNull() } as const;
      if (!live) await tx.update(PhoneVerification, lost, { status: 'dropped' });
      const code = own ?? Object.assign(new PhoneVerification(), codeOf(trialId, phone, now), live && shared(live));
      if (!own && code.resendAt > now) return { code: await tx.save(code), fresh: false };
      code.sends += 1;
      code.resendAt = resendAt(now, code.sends);
      await tx.save(code);
      const { sends, resendAt: next } = code;
      await tx.update(PhoneVerification, liveOf(phone, now), { sends, resendAt: next });
      return { code, fresh: true };
    });
  }

  private async send(code: PhoneVerification, input: SendCodeInput): Promise<PhoneVerification> {
    try {
      await this.consumeLimits(input);
      const sent = await this.callProvider(input);
      if (sent.outcome === 'unreachable') throw unreachable();
      if (sent.outcome === 'tooMany') throw tooManyRequests(ERRORS.codeTooMany, code.expiresAt, { reason: 'tooMany' });
      // A new id means that the provider's older code had expired: lifetime and tries start over.
      const renewed = code.providerId && code.providerId !== sent.providerId;
      const update = {
        providerId: sent.providerId,
        ...(renewed && { tries: 0, expiresAt: expiresAt(this.clock.now()) }),
      };
      await this.codes.update(liveOf(code.phone, this.clock.now()), update);
      return Object.assign(code, update);
    } catch (error) {
      // The cooldown ends now, and a code that was never sent does not live.
      const now = this.clock.now();
      await this.codes.update(liveOf(code.phone, now), {
        resendAt: now,
        ...(!code.providerId && { status: 'dropped' }),
      });
      throw error;
    }
  }

  /** An outage of the provider consumes no limit. */
  private async callProvider(input: SendCodeInput): Promise<SendResult> {
    try {
      const { trialId, phone, channel = 'sms' } = input;
      return await this.watch.run('sendCode', trialId, () => this.verifier.send(phone, channel));
    } catch (error) {
      await this.limiter.refundAll(costOf(input));
      log.warn(causeOf(error), 'code could not be sent');
      throw new AppError('unavailable', ERRORS.codeNotSent);
    }
  }
}

/** The limits that one text consumes. */
const costOf = ({ phone, bySupport }: SendCodeInput): LimitKey[] =>
  bySupport
    ? [['supportCodesPerPhone', phone]]
    : [['codesPerPhone', phone], ...costOfUnproven(phone), ['codesOverall', 'all']];

/** What a text costs until its code is entered. */
export const costOfUnproven = (phone: string): LimitKey[] => [
  ['unprovenCodesPerPrefixAndAddress', phone.slice(0, 6)],
  ['unprovenCodesPerPrefix', phone.slice(0, 6)],
  ['unprovenCodesPerAddress'],
];

const unreachable = () =>
  new AppError('invalid', ERRORS.phoneUnreachable, { fields: { phone: ERRORS.phoneUnreachable } });

/** The rows of all sign-ups that share the live code of a phone. */
const liveOf = (phone: string, now: Date) => ({ phone, status: 'live', expiresAt: MoreThan(now) }) as const;

const codeOf = (trialId: number, phone: string, now: Date): Partial<PhoneVerification> => ({
  trialId,
  phone,
  providerId: null,
  status: 'live',
  sends: 0,
  tries: 0,
  answerLost: false,
  lastTry: null,
  startedAt: now,
  resendAt: now,
  expiresAt: expiresAt(now),
});

/** What a sign-up has in common with another one that asked for the code of the same phone. */
const shared = ({ providerId, sends, tries, startedAt, resendAt: next, expiresAt: end }: PhoneVerification) => ({
  providerId,
  sends,
  tries,
  startedAt,
  resendAt: next,
  expiresAt: end,
});
