import type { StaffMember } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter, minutesAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { rowsOf } from '../../platform/database/transaction.ts';
import { hashesOf, newToken } from './domain/tokens.ts';

export const IDLE_MINUTES = 30;
export const LONGEST_HOURS = 12;
export const UNLOCK_MINUTES = 15;

/** Who is signed in; `id` is the account's. */
export interface SignedIn extends StaffMember {
  id: number;
}

/** Sessions are rows, so that signing out, disabling an account or a new password holds on every replica at once. */
@Injectable()
export class Sessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** A new session's token; what this browser had before ends with it. */
  async begin(accountId: number, before: string | undefined): Promise<string> {
    const token = newToken();
    const now = this.clock.now();
    if (before) await this.end(before);
    await this.dataSource.query(
      `INSERT INTO staff_sessions (token_hash, account_id, created_at, seen_at) VALUES ($1, $2, $3, $3)`,
      [this.hashesOf(token)[0], accountId, now],
    );
    return token;
  }

  /** Who holds `token`, as long as it was used within 30 minutes and is younger than 12 hours. */
  async find(token: string): Promise<SignedIn | undefined> {
    const now = this.clock.now();
    const [member] = await rowsOf<SignedIn>(
      this.dataSource.manager,
      `UPDATE staff_sessions SET seen_at = $2 FROM staff_accounts
        WHERE token_hash = ANY ($1) AND staff_accounts.id = account_id AND disabled_at IS NULL
          AND seen_at > $3 AND staff_sessions.created_at > $4
        RETURNING staff_accounts.id, email, role`,
      [this.hashesOf(token), now, minutesAfter(now, -IDLE_MINUTES), minutesAfter(now, -60 * LONGEST_HOURS)],
    );
    return member;
  }

  async end(token: string): Promise<void> {
    await this.dataSource.query('DELETE FROM staff_sessions WHERE token_hash = ANY ($1)', [this.hashesOf(token)]);
  }

  async endAllOf(accountId: number): Promise<void> {
    await this.dataSource.query('DELETE FROM staff_sessions WHERE account_id = $1', [accountId]);
  }

  /** The token of 15 minutes in which GET /api/admin/auth answers yes. */
  async unlockDatabase(): Promise<string> {
    const token = newToken();
    await this.dataSource.query('INSERT INTO database_unlocks (token_hash, expires_at) VALUES ($1, $2)', [
      this.hashesOf(token)[0],
      minutesAfter(this.clock.now(), UNLOCK_MINUTES),
    ]);
    return token;
  }

  async isDatabaseUnlocked(token: string): Promise<boolean> {
    const found = await this.dataSource.query(
      'SELECT 1 FROM database_unlocks WHERE token_hash = ANY ($1) AND expires_at > $2',
      [this.hashesOf(token), this.clock.now()],
    );
    return found.length > 0;
  }

  async lockDatabase(token: string): Promise<void> {
    await this.dataSource.query('DELETE FROM database_unlocks WHERE token_hash = ANY ($1)', [this.hashesOf(token)]);
  }

  /** Forgets what has ended long ago. */
  async sweep(): Promise<void> {
    const yesterday = daysAfter(this.clock.now(), -1);
    await this.dataSource.query('DELETE FROM staff_sessions WHERE created_at < $1', [yesterday]);
    await this.dataSource.query('DELETE FROM database_unlocks WHERE expires_at < $1', [yesterday]);
  }

  private hashesOf(token: string): string[] {
    return hashesOf(token, this.settings.sessionSecrets);
  }
}
