/** Making things happen at the same time. */
import { eventually, type Stack } from '../support/index.ts';

export const atOnce = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Waits until the sandbox keeps `count` provider calls waiting; see the modes hold-before and hold-after. */
export const held = (stack: Stack, count = 1): Promise<boolean> =>
  eventually(async () => {
    const rules: { fired: number }[] = await stack.sandbox.call('faults');
    return rules.reduce((sum, { fired }) => sum + fired, 0) >= count;
  });

/** What the providers hold for one sign-up. */
export async function atTheProviders(stack: Stack, { id, details }: { id: number; details: { email: string } }) {
  const ledger: Record<string, any[]> = await stack.sandbox.ledger();
  const own = (table: string) => ledger[table]!.filter(({ metadata }) => metadata?.trial_id === String(id));
  const customers = own('customers');
  const theirs = new Set(customers.map((each) => each.id));
  return {
    customers,
    setupIntents: own('setupIntents'),
    subscriptions: own('subscriptions'),
    invoices: ledger.invoices!.filter(({ customer }) => theirs.has(customer)),
    mails: ledger.mails!.filter(({ to }) => to === details.email.toLowerCase()),
  };
}
