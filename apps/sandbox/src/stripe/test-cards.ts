/** Stripe's published test cards and how each behaves. Card numbers are never stored. */
import { createHash } from 'node:crypto';
import { StripeError } from './call.ts';

export type Behaviour =
  | 'ok'
  | 'authenticate'
  | 'authenticateByRedirect'
  | 'failsWhenCharged'
  | 'refundFails'
  | 'disputed'
  | keyof typeof DECLINES;

export interface CardDetails {
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  fingerprint: string;
  behaviour: Behaviour;
}

/** Why a card is refused, in the words of Stripe. */
export interface Refusal {
  code: string;
  decline_code?: string;
  message: string;
}

const DECLINES = {
  genericDecline: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficientFunds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lostCard: { code: 'card_declined', decline_code: 'lost_card', message: 'Your card was declined.' },
  stolenCard: { code: 'card_declined', decline_code: 'stolen_card', message: 'Your card was declined.' },
  expiredCard: { code: 'expired_card', message: 'Your card has expired.' },
  incorrectCvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processingError: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  notATestCard: {
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: 'Your card was declined. The sandbox takes only test cards.',
  },
};

const BEHAVIOURS: Record<string, Behaviour> = {
  '4242424242424242': 'ok',
  '4000056655665556': 'ok',
  '5555555555554444': 'ok',
  '2223003122003222': 'ok',
  '378282246310005': 'ok',
  '6011111111111117': 'ok',
  '4000000000000002': 'genericDecline',
  '4000000000009995': 'insufficientFunds',
  '4000000000009987': 'lostCard',
  '4000000000009979': 'stolenCard',
  '4000000000000069': 'expiredCard',
  '4000000000000127': 'incorrectCvc',
  '4000000000000119': 'processingError',
  '4000002500003155': 'authenticate',
  '4000002760003184': 'authenticateByRedirect',
  '4000000000000341': 'failsWhenCharged',
  '4000000000005126': 'refundFails',
  '4000000000000259': 'disputed',
};

export const SHORTHANDS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_createDispute: '4000000000000259',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
};

export interface TypedCard {
  number?: string;
  exp_month?: string;
  exp_year?: string;
  cvc?: string;
}

export function readCard(typed: TypedCard, today: Date): CardDetails {
  const number = (typed.number ?? '').replaceAll(/\s/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw cardError({ code: 'incorrect_number', message: 'Your card number is incorrect.' });
  const month = Number(typed.exp_month);
  const year = Number(typed.exp_year) + (Number(typed.exp_year) < 100 ? 2000 : 0);
  if (!(month >= 1 && month <= 12))
    throw cardError({ code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." });
  if (!Number.isInteger(year) || year < today.getUTCFullYear() || year > today.getUTCFullYear() + 50) {
    throw cardError({ code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." });
  }
  if (year === today.getUTCFullYear() && month < today.getUTCMonth() + 1) {
    throw cardError({ code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." });
  }
  const brand = brandOf(number);
  if (typed.cvc !== undefined && !(brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(typed.cvc)) {
    throw cardError({ code: 'invalid_cvc', message: "Your card's security code is invalid." });
  }
  return {
    brand,
    last4: number.slice(-4),
    exp_month: month,
    exp_year: year,
    fingerprint: createHash('sha256')
      .update(`lampstand sandbox ${number}`)
      .digest('base64url')
      .replaceAll(/[-_]/g, '')
      .slice(0, 16),
    behaviour: BEHAVIOURS[number] ?? 'notATestCard',
  };
}

/** Why a card with this behaviour cannot be saved; undefined where it can. */
export function declineOf(behaviour: Behaviour): Refusal | undefined {
  return behaviour in DECLINES ? DECLINES[behaviour as keyof typeof DECLINES] : undefined;
}

/** Why a saved card cannot be charged. */
export const CHARGE_REFUSAL: Refusal = DECLINES.genericDecline;

const cardError = ({ code, message }: { code: string; message: string }) =>
  new StripeError(402, message, { type: 'card_error', code });

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function brandOf(number: string): string {
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^(6011|65)/.test(number)) return 'discover';
  return number.startsWith('4') ? 'visa' : 'unknown';
}
