import { type CodeChannel, type CodeTimes, ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Counter } from 'prom-client';
import { DataSource, IsNull, MoreThan, Repository } from 'typeorm';
import { Clock } from '../platform/clock/clock.ts';
import { secondsAfter } from '../platform/clock/instants.ts';
import { isProduction, Settings } from '../platform/config/index.ts';
import { AppError, tooManyRequests } from '../platform/errors.ts';
import { ProviderWatch } from '../platform/health/provider-watch.ts';
import { Limiter, type LimitKey } from '../platform/limits/limiter.ts';
import { causeOf, log } from '../platform/logging.ts';
import { type CodeLane, costOfLane, costOfText } from './code-lanes.ts';
import { FIRST_ASKED_SECONDS } from './ask-delivery.ts';
import { ReadCodeTimes } from './code-times.ts';
import { expiresAt, findLiveCodes, PhoneVerification, resendAt } from './phone-verification.entity.ts';
import { PhoneVerifier, type SendResult } from './phone-verifier.ts';
import { ProofOfWork } from './proof-of-work.ts';
import { canTakeSms } from './us-numbers.ts';

interface SendCodeInput {
  trialId: number;
  phone: string;
  /** Send although there is a live code, once its cooldown is over. */
  again: boolean;
  channel?: CodeChannel;
  /** Requested by support: the visitor's limits do not apply. */
  bySupport?: boolean;
  /** The mailbox of the sign-up is proven, or its phone was before. */
  proven?: boolean;
  /** A solved challenge (`ProofOfWork`). */
  work?: string | undefined;
}

export interface CodeSent {
  sent: boolean;
  times: CodeTimes;
}

/** What a text has used of the limits. */
interface Paid {
  lane: CodeLane;
  cost: LimitKey[];
}

const refusedCodes = new Counter({
  name: 'lampstand_codes_refused_total',
  help: 'Codes that unverified visitors did not get, because their budget was used up',
});

/** When a network may try again without a proof of work, while others still get codes. */
const BUSY_SECONDS = 600;

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
    private readonly proofOfWork: ProofOfWork,
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

  /** The limits that the text has used, which a failure gives back, and its lane. */
  private async consumeLimits(input: SendCodeInput): Promise<Paid> {
    const { phone, trialId } = input;
    if (!canTakeSms(phone, { madeUp: !isProduction(this.settings) })) throw unreachable();
    if (input.bySupport) return this.consumed('proven', [['supportCodesPerPhone', phone]]);
    await this.limiter.consume('codesPerAddress');
    const nonce = input.work && !input.proven ? await this.proofOfWork.nonceOf(trialId, input.work) : undefined;
    const lane = input.proven ? 'proven' : nonce ? 'worked' : 'unproven';
    const ofLane = costOfLane(lane, phone);
    if (lane === 'proven') return this.consumed(lane, [...costOfText(phone), ...ofLane]);
    const { cost } = await this.consumed(lane, costOfText(phone));
    if (await this.limiter.hasConsumedAll(nonce ? [['usesPerChallenge', nonce], ...ofLane] : ofLane))
      return { lane, cost: [...cost, ...ofLane] };
    await this.limiter.refundAll(cost);
    throw await this.busy(trialId);
  }

  private async consumed(lane: CodeLane, cost: LimitKey[]): Promise<Paid> {
    await this.limiter.consumeAll(cost);
    return { lane, cost };
  }

  /** The lane of this visitor is used up, for his network or for all: what he can do instead of waiting. */
  private async busy(trialId: number): Promise<AppError> {
    refusedCodes.inc();
    const free =
      (await this.limiter.freeAt('unprovenCodesOverall', 'all')) ?? secondsAfter(this.clock.now(), BUSY_SECONDS);
    return tooManyRequests(ERRORS.codesBusy, free, {
      busy: true,
      ...(!(await this.limiter.freeAt('workedCodesOverall', 'all')) && {
        challenge: await this.proofOfWork.challenge(trialId),
      }),
    });
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
      const paid = await this.consumeLimits(input);
      const sent = await this.callProvider(input, paid);
      if (sent.outcome === 'unreachable') throw unreachable();
      if (sent.outcome === 'tooMany') throw tooManyRequests(ERRORS.codeTooMany, code.expiresAt, { reason: 'tooMany' });
      // A new id means that the provider's older code had expired: lifetime and tries start over.
      const renewed = code.providerId && code.providerId !== sent.providerId;
      const update = {
        providerId: sent.providerId,
        lane: paid.lane,
        delivery: null,
        deliveryDueAt: input.channel === 'call' ? null : secondsAfter(this.clock.now(), FIRST_ASKED_SECONDS),
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
  private async callProvider(input: SendCodeInput, { cost }: Paid): Promise<SendResult> {
    try {
      const { trialId, phone, channel = 'sms' } = input;
      return await this.watch.run('sendCode', trialId, () => this.verifier.send(phone, channel));
    } catch (error) {
      await this.limiter.refundAll(cost);
      log.warn(causeOf(error), 'code could not be sent');
      throw new AppError('unavailable', ERRORS.codeNotSent);
    }
  }
}

const unreachable = () =>
  new AppError('invalid', ERRORS.phoneUnreachable, { fields: { phone: ERRORS.phoneUnreachable } });

/** The rows of all sign-ups that share the live code of a phone. */
const liveOf = (phone: string, now: Date) => ({ phone, status: 'live', expiresAt: MoreThan(now) }) as const;

const codeOf = (trialId: number, phone: string, now: Date): Partial<PhoneVerification> => ({
  trialId,
  phone,
  providerId: null,
  status: 'live',
  lane: 'unproven',
  sends: 0,
  tries: 0,
  answerLost: false,
  lastTry: null,
  delivery: null,
  deliveryDueAt: null,
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
