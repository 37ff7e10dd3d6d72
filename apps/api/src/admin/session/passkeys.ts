import type { PasskeyProof, PasskeyRequest } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { challengeOf, requestOptions, verifiedProof } from './domain/ceremonies.ts';
import { StaffPasskey } from './domain/passkey.entity.ts';
import { type RelyingParty, relyingPartyOf } from './domain/relying-party.ts';
import { CHALLENGE_MINUTES, PasskeyChallenges } from './passkey-challenges.ts';

/** Reads the passkeys of staff accounts and verifies sign-ins with them. */
@Injectable()
export class Passkeys {
  readonly party: RelyingParty;
  /** In milliseconds. */
  readonly timeout = CHALLENGE_MINUTES * 60_000;

  constructor(
    private readonly dataSource: DataSource,
    private readonly challenges: PasskeyChallenges,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.party = relyingPartyOf(settings.SITE_URL);
  }

  /** Of one account, the newest first. */
  of(accountId: number): Promise<StaffPasskey[]> {
    return this.dataSource.getRepository(StaffPasskey).find({ where: { accountId }, order: { id: 'DESC' } });
  }

  /** What the browser is to ask its authenticator for. */
  async request(accountId: number, passkeys: StaffPasskey[]): Promise<PasskeyRequest> {
    const challenge = await this.challenges.issue(accountId, 'sign-in');
    return requestOptions({ party: this.party, timeout: this.timeout, challenge, passkeys });
  }

  /** Whether the proof is one of these passkeys' for this sign-in. Its challenge is spent, whatever comes of it. */
  async isProven(accountId: number, proof: PasskeyProof, passkeys: StaffPasskey[]): Promise<boolean> {
    const challenge = challengeOf(proof);
    if (!challenge || !(await this.challenges.spend(accountId, 'sign-in', challenge))) return false;
    const passkey = passkeys.find(({ credentialId }) => credentialId === proof.id);
    const proven = passkey && (await verifiedProof(proof, challenge, this.party, passkey));
    return proven !== undefined && this.count(passkey!.id, proven);
  }

  /** The count only grows, also when two replicas are asked at once; an authenticator that counts nothing stays at 0. */
  private async count(id: number, { signCount, backedUp }: Pick<StaffPasskey, 'signCount' | 'backedUp'>) {
    const change = { signCount, backedUp, lastUsedAt: this.clock.now() };
    const update = this.dataSource.createQueryBuilder().update(StaffPasskey).set(change);
    const { affected } = await update
      .where('id = :id AND (sign_count < :signCount OR (sign_count = 0 AND :signCount = 0))', { id, signCount })
      .execute();
    return affected === 1;
  }
}
