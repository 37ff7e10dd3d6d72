import type { EntityManager } from 'typeorm';
import { PhoneVerification } from '../domain/phone-verification.entity.ts';

/** Forgets to which phones codes were sent for a subject, and what `phone` has used up of its limits. */
export async function eraseCodes(tx: EntityManager, subjectId: number, phone: string): Promise<void> {
  const codes = await tx.findBy(PhoneVerification, { subjectId });
  const phones = [...new Set([phone, ...codes.map((code) => code.phone)])];
  await tx.delete(PhoneVerification, { subjectId });
  await tx.query('DELETE FROM rate_limits WHERE key = ANY ($1)', [
    phones.flatMap((each) => [`codesPerPhone:${each}`, `supportCodesPerPhone:${each}`]),
  ]);
}
