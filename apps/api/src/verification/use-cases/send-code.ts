import { ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { isProduction, Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/http/errors.ts';
import { Limiter, type LimitKey, tooManyRequests } from '../../platform/limits/limiter.ts';
import { causeOf, log } from '../../platform/logging.ts';
import { CODE_RULES } from '../../platform/limits/limits.ts';
import { expiresAt, resendAt } from '../domain/code-rules.ts';
import { PhoneVerification } from '../domain/phone-verification.entity.ts';
import { canTakeSms } from '../domain/us-numbers.ts';
import { findLiveCode } from '../queries/find-live-code.ts';
import { PhoneVerifier, type Sent } from '../ports/phone-verifier.ts';

export interface SendCodeInput {
  subjectId: number;
  phone: string;
  address: string;
  /** Send although a code lives, once its cooldown is over. */
  again: boolean;
  /** Asked for by support: what the visitor has used up already does not count. */
  bySupport?: boolean;
}

export interface CodeSent {
  sent: boolean;
  sends: number;
  resendAt: Date;
  expiresAt: Date;
}

/** Sends the six digits to a phone: never twice inside the cooldown, whoever asks and on whichever replica. */
@Injectable()
export class SendCode {
  constructor(
    private readonly dataSource: DataSource,
    private readonly verifier: PhoneVerifier,
    private readonly limiter: Limiter,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async execute(input: SendCodeInput): Promise<CodeSent> {
    const standing = await findLiveCode(this.dataSource.manager, input.subjectId, input.phone, this.clock.now());
    if (standing && (!input.again || standing.resendAt > this.clock.now())) return told(standing, false);
    if (standing && standing.tries >= CODE_RULES.tries)
      throw tooManyRequests(ERRORS.codeTooMany, standing.expiresAt, { reason: 'tooMany' });
    const row = await this.reserve(input);
    if (!row.fresh) return told(row.code, false);
    return told(await this.send(row.code, input), true);
  }

  private async requirePermission(input: SendCodeInput): Promise<void> {
    if (!canTakeSms(input.phone, { madeUp: !isProduction(this.settings) })) throw unreachable();
    if (!input.bySupport) await this.limiter.consume('codesPerAddress', input.address);
    await this.limiter.consumeAll(costOf(input));
  }

  /** Takes the cooldown before the provider is asked, under the lock of the subject: of 50 at once one may send. */
  private reserve({ subjectId, phone, again }: SendCodeInput): Promise<{ code: PhoneVerification; fresh: boolean }> {
    return this.dataSource.transaction(async (tx) => {
      await tx.queryRunner!.query(`SELECT pg_advisory_xact_lock(hashtextextended('code', $1))`, [subjectId]);
      const now = this.clock.now();
      const standing = await findLiveCode(tx, subjectId, phone, now);
      if (standing && (!again || standing.resendAt > now)) return { code: standing, fresh: false };
      const code = standing ?? Object.assign(new PhoneVerification(), begun(subjectId, phone, now));
      code.sends += 1;
      code.resendAt = resendAt(now, code.sends);
      return { code: await tx.save(code), fresh: true };
    });
  }

  private async send(code: PhoneVerification, input: SendCodeInput): Promise<PhoneVerification> {
    const codes = this.dataSource.getRepository(PhoneVerification);
    try {
      await this.requirePermission(input);
      const sent = await this.ask(input);
      if (sent.outcome === 'unreachable') throw unreachable();
      if (sent.outcome === 'tooMany') throw tooManyRequests(ERRORS.codeTooMany, code.expiresAt, { reason: 'tooMany' });
      // A new id means the provider's older code had ended: a life and five tries begin anew.
      const anew = code.providerId && code.providerId !== sent.providerId;
      const news = {
        providerId: sent.providerId,
        ...(anew && { tries: 0, expiresAt: expiresAt(this.clock.now()) }),
      };
      await codes.update({ id: code.id }, news);
      return Object.assign(code, news);
    } catch (error) {
      // The cooldown ends now, and a code that never went out does not live.
      await codes.update(
        { id: code.id },
        { resendAt: this.clock.now(), ...(!code.providerId && { status: 'dropped' }) },
      );
      throw error;
    }
  }

  /** An outage of the provider uses up nothing of what a phone, an exchange and a day may get. */
  private async ask(input: SendCodeInput): Promise<Sent> {
    try {
      return await this.verifier.send(input.phone);
    } catch (error) {
      await this.limiter.refundAll(costOf(input));
      log.warn(causeOf(error), 'code could not be sent');
      throw new AppError(503, ERRORS.codeNotSent);
    }
  }
}

/** What one text takes from what may be spent. */
const costOf = ({ phone, address, bySupport }: SendCodeInput): LimitKey[] =>
  bySupport
    ? [['supportCodesPerPhone', phone]]
    : [
        ['codesPerPhone', phone],
        ['codesPerPrefix', phone.slice(0, 6)],
        ['unprovenCodesPerAddress', address],
        ['codesOverall', 'all'],
      ];

const unreachable = () => new AppError(400, ERRORS.phoneUnreachable, { fields: { phone: ERRORS.phoneUnreachable } });

const begun = (subjectId: number, phone: string, now: Date): Partial<PhoneVerification> => ({
  subjectId,
  phone,
  providerId: null,
  status: 'live',
  sends: 0,
  tries: 0,
  answerLost: false,
  startedAt: now,
  expiresAt: expiresAt(now),
});

const told = ({ sends, resendAt: at, expiresAt: end }: PhoneVerification, sent: boolean): CodeSent => ({
  sent,
  sends,
  resendAt: at,
  expiresAt: end,
});
