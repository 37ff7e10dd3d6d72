/** Coupons, and the discounts that they give to a subscription. */
import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { type Call, type CallInput, invalid, missing, onlyModelled, type Params, unknownReference } from './call.ts';

export const couponCalls: Call[] = [
  { method: 'POST', path: '/v1/coupons', params: 'CouponCreateParams', response: 'Coupon', run: create },
  { method: 'GET', path: '/v1/coupons/:id', params: 'CouponRetrieveParams', response: 'Coupon', run: retrieve },
];

function create(account: StripeAccount, { params }: CallInput): Resource {
  const MODELLED = ['percent_off', 'amount_off', 'currency', 'duration', 'duration_in_months', 'name'];
  onlyModelled('coupons.create', params, MODELLED);
  if ((params['percent_off'] === undefined) === (params['amount_off'] === undefined))
    throw invalid('You must pass either percent_off or amount_off.', 'percent_off');
  const coupon: Resource = {
    id: newId('coupon', 8),
    object: 'coupon',
    amount_off: params['amount_off'] ?? null,
    created: account.clock.seconds(),
    currency: params['currency'] ?? null,
    duration: params['duration'] ?? 'once',
    duration_in_months: params['duration_in_months'] ?? null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: params['name'] ?? null,
    percent_off: params['percent_off'] ?? null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  };
  account.store.put('coupons', coupon);
  return coupon;
}

function retrieve(account: StripeAccount, { id }: CallInput): Resource {
  const coupon = account.store.find('coupons', id);
  if (!coupon) throw missing('coupon', id);
  return coupon;
}

const MONTH = 30.4375 * 86_400;

/** Replaces the discounts of a subscription: `[{coupon}]`, or an empty text for none. */
export function changeDiscounts(account: StripeAccount, subscription: Resource, given: Params[] | ''): void {
  const start = account.clock.seconds();
  subscription['discounts'] = (given || []).map(({ coupon: id }) => {
    const coupon = account.store.find('coupons', id);
    if (!coupon) throw unknownReference('coupon', id, 'discounts[0][coupon]');
    account.store.put('coupons', { ...coupon, times_redeemed: coupon['times_redeemed'] + 1 });
    const discount: Resource = {
      id: newId('di'),
      object: 'discount',
      checkout_session: null,
      customer: subscription['customer'],
      customer_account: null,
      end: coupon['duration'] === 'repeating' ? Math.floor(start + coupon['duration_in_months'] * MONTH) : null,
      invoice: null,
      invoice_item: null,
      promotion_code: null,
      source: { coupon: id, type: 'coupon' },
      start,
      subscription: subscription.id,
      subscription_item: null,
    };
    account.store.put('discounts', discount);
    return discount.id;
  });
}

/** What the discounts of a subscription take off an amount at a time, in cents. */
export function discountsOn(
  account: StripeAccount,
  subscription: Resource,
  amount: number,
  at: number,
): { discount: string; amount: number }[] {
  let left = amount;
  return (subscription['discounts'] as string[]).flatMap((id) => {
    const { end, source } = account.store.find('discounts', id)!;
    if (end !== null && end <= at) return [];
    const { percent_off, amount_off } = account.store.find('coupons', source.coupon)!;
    const off = Math.min(left, percent_off === null ? amount_off : Math.round((left * percent_off) / 100));
    left -= off;
    return off > 0 ? [{ discount: id, amount: off }] : [];
  });
}

/** Ends the discounts that hold for one invoice, once it is made. */
export function useUpDiscounts(account: StripeAccount, subscription: Resource, used: string[]): void {
  subscription['discounts'] = (subscription['discounts'] as string[]).filter((id) => {
    const { source } = account.store.find('discounts', id)!;
    return !used.includes(id) || account.store.find('coupons', source.coupon)!['duration'] !== 'once';
  });
}
