import { ADMIN_ERRORS, type Role, type StaffMember } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { queryPrepared, queryRows } from '../../platform/database/queries.ts';
import { AppError } from '../../platform/errors.ts';
import { Every } from '../../platform/jobs/decorators.ts';
import { type StaffAccount, StaffSession } from './auth.entities.ts';
import { hashesOf, newToken } from './cookies.ts';

const IDLE_MINUTES = 30;
/** Between two updates of `seen_at`, because each of them waits for the disk. */
const SEEN_MINUTES = 1;
const LONGEST_HOURS = 12;

/** The signed-in member of staff; `id` is the account's, `session` the stored hash of the token. */
export interface SignedIn extends StaffMember {
  id: number;
  session: string;
}

/**
 * Sessions are rows, so that signing out, disabling an account or a new password takes effect on every replica at once.
 */
@Injectable()
export class Sessions {
  constructor(
    @InjectRepository(StaffSession) private readonly sessions: Repository<StaffSession>,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /**
   * Returns the token of a new session, which replaces the session `before`. Undefined when the account has
   * changed since its credentials were verified; the lock makes a concurrent change wait, and that change then
   * ends this session.
   */
  async begin(account: StaffAccount, before: string | undefined, tx: EntityManager): Promise<string | undefined> {
    const token = newToken();
    if (before) await this.end(before, tx);
    const [begun] = await tx.query<unknown[]>(
      `WITH unchanged AS (
         SELECT id FROM staff_accounts
          WHERE id = $2 AND version = $3 AND disabled_at IS NULL FOR SHARE),
       begun AS (
         INSERT INTO staff_sessions (token_hash, account_id, created_at, seen_at)
         SELECT $1, id, $4, $4 FROM unchanged RETURNING account_id)
       SELECT account_id FROM begun`,
      [this.hashesOf(token)[0], account.id, account.version, this.clock.now()],
    );
    return begun ? token : undefined;
  }

  /** The owner of `token`, if it was used within 30 minutes, counted to the minute, and is younger than 12 hours. */
  find(token: string): Promise<SignedIn | undefined> {
    return this.use(this.hashesOf(token));
  }

  /** Whether a session has not ended. It counts as used, as by `find`. */
  async isLive({ session }: SignedIn): Promise<boolean> {
    return (await this.use([session])) !== undefined;
  }

  private async use(hashes: string[]): Promise<SignedIn | undefined> {
    const now = this.clock.now();
    const [found] = await queryPrepared<SignedIn & { hasFactor: boolean }>(
      this.sessions.manager,
      `WITH live AS (
         SELECT account_id, token_hash FROM staff_sessions
          WHERE token_hash = ANY ($1) AND seen_at > $3 AND created_at > $4),
       seen AS (
         UPDATE staff_sessions SET seen_at = $2 FROM live
          WHERE staff_sessions.token_hash = live.token_hash AND seen_at <= $5)
       SELECT id, email, name, role, token_hash AS session,
              totp_secret IS NOT NULL OR EXISTS (SELECT FROM staff_passkeys p WHERE p.account_id = a.id) AS "hasFactor"
         FROM staff_accounts a JOIN live ON id = account_id WHERE disabled_at IS NULL`,
      [
        hashes,
        now,
        minutesAfter(now, -IDLE_MINUTES),
        minutesAfter(now, -60 * LONGEST_HOURS),
        minutesAfter(now, -SEEN_MINUTES),
      ],
    );
    if (!found) return undefined;
    const { hasFactor, ...member } = found;
    return !hasFactor && this.needsFactor(member.role) ? { ...member, secondFactorRequired: true } : member;
  }

  /** Whether the settings require a second factor for this role. */
  needsFactor(role: Role): boolean {
    return role === 'administrator' && this.settings.STAFF_SECOND_FACTOR === 'administrators';
  }

  /**
   * Called before the account's own sign-in changes. Ends all its sessions, including ones that begin
   * concurrently, and returns the token of a new one. Throws a 401 when the caller's own session has ended.
   */
  async renew({ id, session }: SignedIn, tx: EntityManager): Promise<string> {
    await tx.query('UPDATE staff_accounts SET version = version + 1 WHERE id = $1', [id]);
    const ended = await queryRows<{ hash: string }>(
      tx,
      'DELETE FROM staff_sessions WHERE account_id = $1 RETURNING token_hash AS hash',
      [id],
    );
    if (!ended.some(({ hash }) => hash === session)) throw new AppError('unauthenticated', ADMIN_ERRORS.signInFirst);
    const token = newToken();
    const now = this.clock.now();
    await tx.insert(StaffSession, { tokenHash: this.hashesOf(token)[0]!, accountId: id, createdAt: now, seenAt: now });
    return token;
  }

  /** The sessions of an account that have not ended, the last used first. */
  of(accountId: number): Promise<StaffSession[]> {
    const now = this.clock.now();
    return this.sessions.find({
      where: {
        accountId,
        seenAt: MoreThan(minutesAfter(now, -IDLE_MINUTES)),
        createdAt: MoreThan(minutesAfter(now, -60 * LONGEST_HOURS)),
      },
      order: { seenAt: 'DESC', createdAt: 'DESC' },
    });
  }

  async end(token: string, tx: EntityManager = this.sessions.manager): Promise<void> {
    await tx.delete(StaffSession, { tokenHash: In(this.hashesOf(token)) });
  }

  /** Deletes expired sessions. */
  @Every('sessions')
  async sweep(): Promise<void> {
    const now = this.clock.now();
    await this.sessions.delete([
      { seenAt: LessThanOrEqual(minutesAfter(now, -IDLE_MINUTES)) },
      { createdAt: LessThanOrEqual(minutesAfter(now, -60 * LONGEST_HOURS)) },
    ]);
  }

  private hashesOf(token: string): string[] {
    return hashesOf(token, this.settings.sessionSecrets);
  }
}
