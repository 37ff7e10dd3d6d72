import type { Resource } from '../store/store.ts';
import type { Asked, Call } from './call.ts';
import { invalid, missing, StripeError, unknownReference } from './errors.ts';
import { collect } from './invoice-payment.ts';
import { inRange, listed, sameOrAny } from './lists.ts';
import { onlyModelled } from './modelled.ts';
import type { World } from './world.ts';

export const invoiceCalls: Call[] = [
  { method: 'GET', path: '/v1/invoices', params: 'InvoiceListParams', list: 'Invoice', run: list },
  {
    method: 'GET',
    path: '/v1/invoices/:id',
    params: 'InvoiceRetrieveParams',
    answer: 'Invoice',
    run: (world, { id }) => found(world, id),
  },
  { method: 'POST', path: '/v1/invoices/:id/pay', params: 'InvoicePayParams', answer: 'Invoice', run: pay },
];

function found(world: World, id: string): Resource {
  const invoice = world.store.find('invoices', id);
  if (!invoice) throw missing('invoice', id);
  return invoice;
}

function pay(world: World, { id, params }: Asked): Resource {
  onlyModelled('invoices.pay', params, ['payment_method', 'off_session']);
  const invoice = found(world, id);
  if (invoice['status'] === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid');
  if (invoice['status'] !== 'open')
    throw invalid('The sandbox collects open invoices only.', undefined, 'invoice_not_open');
  const card = params['payment_method'] as string | undefined;
  if (card && world.store.find('paymentMethods', card)?.['customer'] !== invoice['customer'])
    throw unknownReference('PaymentMethod', card, 'payment_method');
  if (card) invoice['default_payment_method'] = card;
  if (collect(world, invoice, () => world.emit('invoice.updated', invoice))) return invoice;
  throw new StripeError(402, 'Your card was declined.', {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
  });
}

function list(world: World, { params }: Asked) {
  onlyModelled('invoices.list', params, [
    'customer',
    'subscription',
    'status',
    'created',
    'collection_method',
    'limit',
    'starting_after',
    'ending_before',
  ]);
  const source = params['customer']
    ? world.store.ofCustomer('invoices', params['customer'])
    : world.store.newestFirst('invoices');
  return listed('/v1/invoices', source, params, (invoice) => {
    const own = sameOrAny(params['subscription'], invoice['parent'].subscription_details.subscription);
    return own && sameOrAny(params['status'], invoice['status']) && inRange(invoice['created'], params['created']);
  });
}
