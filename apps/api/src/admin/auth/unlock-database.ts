import { createHash, timingSafeEqual } from 'node:crypto';
import { DATABASE_TEXTS } from '@lampstand/contracts/back-office';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { FastifyRequest } from 'fastify';
import { In, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { Every } from '../../platform/jobs/decorators.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { Audit } from './audit.ts';
import { DatabaseUnlock } from './auth.entities.ts';
import { hashesOf, newToken, tokenOf } from './cookies.ts';

export const UNLOCK_MINUTES = 15;

/** The password of the database page. It is independent of the staff accounts; what it unlocks needs a session, too. */
@Injectable()
export class UnlockDatabase {
  constructor(
    @InjectRepository(DatabaseUnlock) private readonly unlocks: Repository<DatabaseUnlock>,
    private readonly settings: Settings,
    private readonly limiter: Limiter,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /**
   * The token of the unlocked page, or undefined for a wrong password. With none configured every password is wrong.
   * `accountId` is that of the signed-in member of staff, if there is one.
   */
  async execute(password: string, accountId: number | null): Promise<string | undefined> {
    await this.limiter.consume('databaseUnlocksOverall', 'all');
    const expected = this.settings.ADMIN_DATABASE_PASSWORD;
    const right = expected !== undefined && same(expected, password);
    const action = right ? 'database page unlocked' : 'database page refused';
    await this.audit.write({ accountId, action });
    return right ? this.issueToken() : undefined;
  }

  /** Throws a 401 unless the browser of the request has entered the password. */
  async requireUnlocked(request: FastifyRequest): Promise<void> {
    const token = tokenOf(request, 'database');
    const unlock = token && { tokenHash: In(this.hashesOf(token)), expiresAt: MoreThan(this.clock.now()) };
    if (!unlock || !(await this.unlocks.existsBy(unlock)))
      throw new AppError('unauthenticated', DATABASE_TEXTS.notUnlocked);
  }

  async lock(token: string): Promise<void> {
    await this.unlocks.delete({ tokenHash: In(this.hashesOf(token)) });
  }

  /** Deletes expired unlocks. */
  @Every('unlocks')
  async sweep(): Promise<void> {
    await this.unlocks.delete({ expiresAt: LessThanOrEqual(this.clock.now()) });
  }

  private async issueToken(): Promise<string> {
    const token = newToken();
    await this.unlocks.insert({
      tokenHash: this.hashesOf(token)[0]!,
      expiresAt: minutesAfter(this.clock.now(), UNLOCK_MINUTES),
    });
    return token;
  }

  private hashesOf(token: string): string[] {
    return hashesOf(token, this.settings.sessionSecrets);
  }
}

/** For calls of the database page. */
@Injectable()
export class DatabaseGuard implements CanActivate {
  constructor(private readonly unlockDatabase: UnlockDatabase) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.unlockDatabase.requireUnlocked(context.switchToHttp().getRequest());
    return true;
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();
const same = (a: string, b: string) => timingSafeEqual(digestOf(a), digestOf(b));
