import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import type { PasskeyPurpose } from './domain/passkey-challenge.entity.ts';
import { hashesOf, newToken } from './domain/tokens.ts';

export const CHALLENGE_MINUTES = 5;

/** What passkeys sign. Challenges are rows, so that one is good once, on whichever replica. */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** 256 random bits in base64url, good for five minutes. */
  async issue(accountId: number, purpose: PasskeyPurpose): Promise<string> {
    const challenge = newToken();
    await this.dataSource.query(
      'INSERT INTO staff_passkey_challenges (challenge_hash, account_id, purpose, expires_at) VALUES ($1, $2, $3, $4)',
      [this.hashesOf(challenge)[0], accountId, purpose, minutesAfter(this.clock.now(), CHALLENGE_MINUTES)],
    );
    return challenge;
  }

  /** Whether it was issued for this, has not ended and was not spent before. */
  async spend(accountId: number, purpose: PasskeyPurpose, challenge: string): Promise<boolean> {
    const [spent] = await this.dataSource.query<[unknown[]]>(
      `DELETE FROM staff_passkey_challenges
        WHERE challenge_hash = ANY ($1) AND account_id = $2 AND purpose = $3 AND expires_at > $4 RETURNING account_id`,
      [this.hashesOf(challenge), accountId, purpose, this.clock.now()],
    );
    return spent.length > 0;
  }

  /** Forgets what has ended. */
  async sweep(): Promise<void> {
    await this.dataSource.query('DELETE FROM staff_passkey_challenges WHERE expires_at <= $1', [this.clock.now()]);
  }

  private hashesOf(challenge: string): string[] {
    return hashesOf(challenge, this.settings.sessionSecrets);
  }
}
