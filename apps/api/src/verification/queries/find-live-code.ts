import { type EntityManager, MoreThan } from 'typeorm';
import { PhoneVerification } from '../domain/phone-verification.entity.ts';

/** The code that may still be typed in for this subject and phone, or null. */
export const findLiveCode = (
  tx: EntityManager,
  subjectId: number,
  phone: string,
  now: Date,
): Promise<PhoneVerification | null> =>
  tx.findOne(PhoneVerification, {
    where: { subjectId, phone, status: 'live', expiresAt: MoreThan(now) },
    order: { startedAt: 'DESC', id: 'DESC' },
  });
