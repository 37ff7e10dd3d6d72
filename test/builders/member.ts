import type { TierId } from '@lampstand/contracts';
import type { Stack } from '../support/index.ts';
import { aVisitor } from './visitor.ts';

/** Somebody with an open account in the free trial. */
export interface Member {
  id: number;
  email: string;
  phone: string;
}

/** Signs up and opens the account, with this plan and this card. */
export async function aMember(stack: Stack, given: { plan?: TierId; card?: string } = {}): Promise<Member> {
  const visitor = await aVisitor(stack).provesPhone();
  await visitor.call('update-payment-verified', { setupIntentId: await visitor.typesCard(given.card) });
  const answer = await visitor.opensAccount(given.plan);
  if (!answer.body?.success) throw new Error(`The account was not opened: ${answer.status} ${answer.text}`);
  return { id: visitor.id, email: visitor.details.email, phone: visitor.phone };
}

/** The subscription of a member as we mirror it: its row, payments (newest first), journal and account. */
export async function lifeOf(stack: Stack, id: number): Promise<Record<string, any>> {
  const [row] = await stack.query('SELECT * FROM subscriptions WHERE id = $1', [id]);
  const payments = await stack.query('SELECT * FROM payments WHERE subscription_id = $1 ORDER BY created_at DESC', [
    id,
  ]);
  const journal = await stack.query(
    `SELECT event, note, detail FROM workflow_journal WHERE flow = 'subscription-life' AND subject_id = $1 ORDER BY id`,
    [id],
  );
  const [account] = await stack.query('SELECT status FROM users WHERE trial_id = $1', [id]);
  const { subscriptions } = await stack.sandbox.ledger();
  const own = subscriptions.filter(({ metadata }: any) => metadata.trial_id === String(id));
  return { ...row, payments, journal, account: account?.status, subscriptions: own };
}
