import type { EntityManager } from 'typeorm';
import { TrialRequest } from '../domain/trial-request.entity.ts';

/** Forgets whoever asked for a trial with this e-mail. */
export async function eraseTrialRequests(tx: EntityManager, email: string): Promise<void> {
  await tx.createQueryBuilder().delete().from(TrialRequest).where('lower(email) = lower(:email)', { email }).execute();
}
