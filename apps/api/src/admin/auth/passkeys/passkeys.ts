import type { PasskeyProof, PasskeyRequest } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, In, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { minutesAfter } from '../../../platform/clock/instants.ts';
import { Settings } from '../../../platform/config/index.ts';
import { Every } from '../../../platform/jobs/decorators.ts';
import { PasskeyChallenge, type PasskeyPurpose, StaffPasskey } from '../auth.entities.ts';
import { hashesOf, newToken } from '../cookies.ts';
import { challengeOf, type RelyingParty, relyingPartyOf, requestOptions, verifiedProof } from './webauthn.ts';

const CHALLENGE_MINUTES = 5;

/** The challenges that passkeys sign. They are rows, so that each is valid once, on any replica. */
@Injectable()
export class PasskeyChallenges {
  constructor(
    @InjectRepository(PasskeyChallenge) private readonly challenges: Repository<PasskeyChallenge>,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** 256 random bits in base64url, valid for five minutes. */
  async issue(accountId: number, purpose: PasskeyPurpose): Promise<string> {
    const challenge = newToken();
    await this.challenges.insert({
      challengeHash: this.hashesOf(challenge)[0]!,
      accountId,
      purpose,
      expiresAt: minutesAfter(this.clock.now(), CHALLENGE_MINUTES),
    });
    return challenge;
  }

  /** Whether the challenge was issued for this account and purpose, and has neither expired nor been spent. */
  async spend(accountId: number, purpose: PasskeyPurpose, challenge: string): Promise<boolean> {
    const { affected } = await this.challenges.delete({
      challengeHash: In(this.hashesOf(challenge)),
      accountId,
      purpose,
      expiresAt: MoreThan(this.clock.now()),
    });
    return affected === 1;
  }

  /** Deletes expired challenges. */
  @Every('passkey challenges')
  async sweep(): Promise<void> {
    await this.challenges.delete({ expiresAt: LessThanOrEqual(this.clock.now()) });
  }

  private hashesOf(challenge: string): string[] {
    return hashesOf(challenge, this.settings.sessionSecrets);
  }
}

/** Reads the passkeys of staff accounts and verifies sign-ins with them. */
@Injectable()
export class Passkeys {
  readonly party: RelyingParty;
  /** In milliseconds. */
  readonly timeout = CHALLENGE_MINUTES * 60_000;

  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(StaffPasskey) private readonly passkeys: Repository<StaffPasskey>,
    private readonly challenges: PasskeyChallenges,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.party = relyingPartyOf(settings.SITE_URL);
  }

  /** The passkeys of an account, newest first. */
  of(accountId: number): Promise<StaffPasskey[]> {
    return this.passkeys.find({ where: { accountId }, order: { id: 'DESC' } });
  }

  /** The request options for the browser. */
  async request(accountId: number, passkeys: StaffPasskey[]): Promise<PasskeyRequest> {
    const challenge = await this.challenges.issue(accountId, 'sign-in');
    return requestOptions({ party: this.party, timeout: this.timeout, challenge, passkeys });
  }

  /** Whether the proof belongs to one of these passkeys and this sign-in. Spends the challenge in any case. */
  async isProven(accountId: number, proof: PasskeyProof, passkeys: StaffPasskey[]): Promise<boolean> {
    const challenge = challengeOf(proof);
    if (!challenge || !(await this.challenges.spend(accountId, 'sign-in', challenge))) return false;
    const passkey = passkeys.find(({ credentialId }) => credentialId === proof.id);
    const proven = passkey && (await verifiedProof(proof, challenge, this.party, passkey));
    return proven !== undefined && this.storeCounter(passkey!.id, proven);
  }

  /**
   * Stores the new counter, which must grow, also on concurrent replicas; an authenticator without a counter stays at
   * 0.
   */
  private async storeCounter(id: number, { signCount, backedUp }: Pick<StaffPasskey, 'signCount' | 'backedUp'>) {
    const change = { signCount, backedUp, lastUsedAt: this.clock.now() };
    const update = this.dataSource.createQueryBuilder().update(StaffPasskey).set(change);
    const { affected } = await update
      .where('id = :id AND (sign_count < :signCount OR (sign_count = 0 AND :signCount = 0))', { id, signCount })
      .execute();
    return affected === 1;
  }
}
