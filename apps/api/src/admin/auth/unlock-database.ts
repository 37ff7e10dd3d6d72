import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { Every } from '../../platform/jobs/decorators.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { Audit } from './audit.ts';
import { DatabaseUnlock } from './auth.entities.ts';
import { hashesOf, newToken } from './cookies.ts';

export const UNLOCK_MINUTES = 15;

/** The password of the database page. It is independent of the staff accounts and opens only GET /api/admin/auth. */
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

  async isUnlocked(token: string): Promise<boolean> {
    return this.unlocks.existsBy({ tokenHash: In(this.hashesOf(token)), expiresAt: MoreThan(this.clock.now()) });
  }

  async lock(token: string): Promise<void> {
    await this.unlocks.delete({ tokenHash: In(this.hashesOf(token)) });
  }

  /** Deletes expired unlocks. */
  @Every('CLEANUP_INTERVAL_SECONDS', 'unlocks')
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

const digestOf = (text: string) => createHash('sha256').update(text).digest();
const same = (a: string, b: string) => timingSafeEqual(digestOf(a), digestOf(b));
