import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/index.ts';
import { Limiter } from '../../../platform/limits/limiter.ts';
import { Audit } from '../audit.ts';
import { Sessions } from '../sessions.ts';

/** The database page's own password: another secret than anybody's, and it opens nothing else. */
@Injectable()
export class UnlockDatabase {
  constructor(
    private readonly settings: Settings,
    private readonly limiter: Limiter,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
  ) {}

  /** The token of the unlocked page, or undefined for a wrong password. Without a configured one all are wrong. */
  async execute(password: string, address: string): Promise<string | undefined> {
    await this.limiter.consume('databaseUnlocksPerAddress', address);
    await this.limiter.consume('databaseUnlocksOverall', 'all');
    const expected = this.settings.ADMIN_DATABASE_PASSWORD;
    const right = expected !== undefined && same(expected, password);
    const action = right ? 'database page unlocked' : 'database page refused';
    await this.audit.write({ accountId: null, address, action });
    return right ? this.sessions.unlockDatabase() : undefined;
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();
const same = (a: string, b: string) => timingSafeEqual(digestOf(a), digestOf(b));
