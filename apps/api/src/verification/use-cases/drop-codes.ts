import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import { PhoneVerification } from '../domain/phone-verification.entity.ts';
import { PhoneVerifier } from '../ports/phone-verifier.ts';

/** Ends the codes of a subject that went to any phone but `phone`. */
@Injectable()
export class DropCodes {
  constructor(
    private readonly dataSource: DataSource,
    private readonly verifier: PhoneVerifier,
  ) {}

  async execute(subjectId: number, phone: string): Promise<void> {
    const codes = this.dataSource.getRepository(PhoneVerification);
    for (const { id, providerId } of await codes.findBy({ subjectId, phone: Not(phone), status: 'live' })) {
      const shared = providerId && (await codes.existsBy({ providerId, id: Not(id), status: 'live' }));
      if (providerId && !shared) await this.verifier.drop(providerId);
      await codes.update({ id }, { status: 'dropped' });
    }
  }
}
