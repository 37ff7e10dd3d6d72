import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Not, Repository } from 'typeorm';
import { PhoneVerification } from './phone-verification.entity.ts';
import { PhoneVerifier } from './phone-verifier.ts';

/** Cancels the codes of a sign-up that went to any phone but `phone`. */
@Injectable()
export class DropCodes {
  constructor(
    @InjectRepository(PhoneVerification) private readonly codes: Repository<PhoneVerification>,
    private readonly verifier: PhoneVerifier,
  ) {}

  async execute(trialId: number, phone: string): Promise<void> {
    for (const { id, providerId } of await this.codes.findBy({ trialId, phone: Not(phone), status: 'live' })) {
      const shared = providerId && (await this.codes.existsBy({ providerId, id: Not(id), status: 'live' }));
      if (providerId && !shared) await this.verifier.cancel(providerId);
      await this.codes.update({ id }, { status: 'dropped' });
    }
  }
}

/** Deletes the codes of a sign-up, and what its phones used up of their limits. */
export async function eraseCodes(tx: EntityManager, trialId: number, phone: string): Promise<void> {
  const codes = await tx.findBy(PhoneVerification, { trialId });
  const phones = [...new Set([phone, ...codes.map((code) => code.phone)])];
  await tx.delete(PhoneVerification, { trialId });
  await tx.query(`DELETE FROM rate_limits WHERE split_part(key, ' ', 1) = ANY ($1)`, [
    phones.flatMap((each) => [`codesPerPhone:${each}`, `supportCodesPerPhone:${each}`]),
  ]);
}
