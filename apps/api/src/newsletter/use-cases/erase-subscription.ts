import type { EntityManager } from 'typeorm';
import { NewsletterSubscription } from '../domain/newsletter-subscription.entity.ts';

/** Forgets an address altogether; its links then lead nowhere. */
export async function eraseSubscription(tx: EntityManager, email: string): Promise<void> {
  await tx.delete(NewsletterSubscription, { emailKey: email.toLowerCase() });
}
