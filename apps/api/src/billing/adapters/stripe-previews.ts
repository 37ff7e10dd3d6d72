import type Stripe from 'stripe';
import type { InvoiceLine } from '@lampstand/contracts';
import type { PriceChangePreview } from '../payment-gateway.ts';
import { idOf } from './stripe-client.ts';

/** Stripe's preview of the next invoice: as the subscription is, with a change, or of one that begins now. */
export async function previewOf(stripe: Stripe, what: Stripe.InvoiceCreatePreviewParams): Promise<PriceChangePreview> {
  const invoice = await stripe.invoices.createPreview({ ...what, expand: ['discounts.source.coupon'] });
  const lines = await linesOf(stripe, invoice);
  const own = lines.filter((line) => !isProration(line));
  const prorationInCents = sum(lines.filter(isProration).map(({ amount }) => amount));
  const lasting = own.flatMap(({ discount_amounts: offs, period }) =>
    (offs ?? []).filter((off) => isLasting(off, invoice, period.end)),
  );
  return {
    nextCharge: { amountInCents: invoice.amount_due, lines: invoiceLines(invoice, lines), prorationInCents },
    monthlyInCents: sum(own.map(({ amount }) => amount)) - sum(lasting.map(({ amount }) => amount)),
  };
}

export const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Whether a discount of an invoice holds for the one at `next`, too. */
function isLasting(
  { discount: reference }: Stripe.InvoiceLineItem.DiscountAmount,
  { discounts }: Stripe.Invoice,
  next: number,
): boolean {
  const discount = discounts.find((each) => typeof each === 'object' && each.id === idOf(reference));
  if (typeof discount !== 'object' || discount.deleted) return false;
  const { coupon } = discount.source;
  if (typeof coupon !== 'object' || coupon?.duration === 'once') return false;
  return discount.end === null || discount.end > next;
}

/** The lines as they are shown, with what discounts take off, so that they add up to the total. */
export function invoiceLines(
  { total_discount_amounts: discounts }: Stripe.Invoice,
  lines: Stripe.InvoiceLineItem[],
): InvoiceLine[] {
  const off = sum((discounts ?? []).map(({ amount }) => amount));
  const shown = lines.map(({ description, amount }) => ({ text: description ?? 'Plan', amountInCents: amount }));
  return off ? [...shown, { text: 'Discount', amountInCents: -off }] : shown;
}

/** All lines of an invoice, of which it holds ten: prorations first, newest first, then that of the subscription's item. */
export async function linesOf(stripe: Stripe, { id, lines }: Stripe.Invoice): Promise<Stripe.InvoiceLineItem[]> {
  if (!lines.has_more) return lines.data;
  return stripe.invoices.listLineItems(id, { limit: 100 }).autoPagingToArray({ limit: 1000 });
}

export const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration === true || parent?.invoice_item_details?.proration === true;
