/** Removes a card from its customer: it pays nothing any more, and cannot be attached again. */
import type { Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';

export function detachCard(account: StripeAccount, method: Resource): void {
  const customer = method['customer'] as string;
  const owner = account.store.find('customers', customer);
  if (owner?.['invoice_settings']?.default_payment_method === method.id) {
    owner['invoice_settings'].default_payment_method = null;
    account.store.put('customers', owner);
  }
  for (const subscription of account.store.ofCustomer('subscriptions', customer)) {
    if (subscription['default_payment_method'] !== method.id) continue;
    subscription['default_payment_method'] = null;
    account.store.put('subscriptions', subscription);
  }
  method['customer'] = null;
  account.store.put('paymentMethods', method);
  account.emit('payment_method.detached', method, { customer });
}
