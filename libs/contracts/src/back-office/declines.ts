/** Why a bank or the payment provider declined a card (https://docs.stripe.com/declines/codes): in two words, and what helps. */

const ASK_BANK = 'The bank gave no reason. The person has to ask the bank or use another card.';
const HIDE = 'Do not name this reason to the person; ask for another card.';
const RIGHT_ONE = 'The same card works with the right one.';

const DECLINES: Record<string, readonly [name: string, explanation: string]> = {
  insufficient_funds: [
    'Not enough money',
    'There is not enough money on the card. Another card works, or the same one later.',
  ],
  expired_card: ['Card expired', 'The card has expired. Another card is needed.'],
  incorrect_cvc: ['Wrong security code', `The security code was wrong. ${RIGHT_ONE}`],
  invalid_cvc: ['No such security code', `The security code was wrong. ${RIGHT_ONE}`],
  incorrect_number: ['Wrong card number', `The card number was wrong. ${RIGHT_ONE}`],
  invalid_number: ['No such card number', `The card number was wrong. ${RIGHT_ONE}`],
  invalid_expiry_month: ['Wrong month of expiry', `The expiry date was wrong. ${RIGHT_ONE}`],
  invalid_expiry_year: ['Wrong year of expiry', `The expiry date was wrong. ${RIGHT_ONE}`],
  incorrect_zip: ['Wrong postal code', `The postal code does not match the card. ${RIGHT_ONE}`],
  lost_card: ['Card reported lost', `The card was reported lost. ${HIDE}`],
  stolen_card: ['Card reported stolen', `The card was reported stolen. ${HIDE}`],
  pickup_card: ['Card blocked by the bank', `The bank has blocked the card. ${HIDE}`],
  fraudulent: ['Suspected fraud', `The payment provider suspects fraud. ${HIDE}`],
  processing_error: [
    'Technical problem at the bank',
    'The bank had a technical problem. Trying the same card again may work.',
  ],
  try_again_later: [
    'The bank wants a later try',
    'The bank had a technical problem. Trying the same card again may work.',
  ],
  issuer_not_available: [
    'The bank did not answer',
    'The bank could not be reached. Trying the same card again may work.',
  ],
  card_not_supported: [
    'Card not for such payments',
    'The card does not permit this kind of payment. Another card is needed.',
  ],
  currency_not_supported: ['Card not for US dollars', 'The card does not permit US dollars. Another card is needed.'],
  card_velocity_exceeded: [
    'Limit of the card reached',
    'The card has reached its limit. Another card works, or the same one later.',
  ],
  withdrawal_count_limit_exceeded: [
    'Number of payments reached',
    'The card has reached its limit. Another card works, or the same one later.',
  ],
  authentication_required: [
    'Not confirmed with the bank',
    'The bank requires the card holder’s confirmation. Trying again and confirming works.',
  ],
  setup_intent_authentication_failure: [
    'Confirmation with the bank failed',
    'The bank’s confirmation failed. Trying again and confirming works.',
  ],
  test_mode_live_card: ['Real card in test mode', 'A real card was used in test mode.'],
  generic_decline: ['No reason given', ASK_BANK],
  card_declined: ['Declined without a reason', ASK_BANK],
  do_not_honor: ['Refused by the bank', ASK_BANK],
  call_issuer: ['The bank wants a call', ASK_BANK],
  customer_missing: [
    'Customer deleted in Stripe',
    'The customer was deleted at the payment provider, in Stripe’s dashboard for example. The card went with it.',
  ],
  payment_method_missing: [
    'Card removed in Stripe',
    'The card was removed at the payment provider, in Stripe’s dashboard for example.',
  ],
};

/** "Not enough money" */
export const declineName = (code: string): string => DECLINES[code]?.[0] ?? 'Another reason';

/** A sentence or two that support can act on. */
export const explainDecline = (code: string): string => DECLINES[code]?.[1] ?? ASK_BANK;

/** The same within a sentence: "not enough money". */
export const declineWithin = (code: string): string => declineName(code).replace(/^./, (first) => first.toLowerCase());
