/** Why a bank or the payment provider said no, in plain words (https://docs.stripe.com/declines/codes). */

const ASK_BANK = 'The bank gave no reason. The person has to ask the bank, or take another card.';

const WORDS: Record<string, string> = {
  insufficient_funds: 'There is not enough money on the card. Another card, or the same one later.',
  expired_card: 'The card has expired. Another card is needed.',
  incorrect_cvc: 'The security code was wrong. The same card works once it is typed right.',
  invalid_cvc: 'The security code was wrong. The same card works once it is typed right.',
  incorrect_number: 'The card number was wrong. The same card works once it is typed right.',
  invalid_number: 'The card number was wrong. The same card works once it is typed right.',
  invalid_expiry_month: 'The expiry date was wrong. The same card works once it is typed right.',
  invalid_expiry_year: 'The expiry date was wrong. The same card works once it is typed right.',
  incorrect_zip: 'The postal code does not fit the card. The same card works once it is typed right.',
  lost_card: 'The bank holds the card for lost. Do not name this reason to the person; ask for another card.',
  stolen_card: 'The bank holds the card for stolen. Do not name this reason to the person; ask for another card.',
  pickup_card: 'The bank wants the card back. Do not name this reason to the person; ask for another card.',
  fraudulent: 'The payment provider suspects fraud. Do not name this reason to the person; ask for another card.',
  processing_error: 'The bank had a fault of its own. Trying the same card again may work.',
  try_again_later: 'The bank had a fault of its own. Trying the same card again may work.',
  issuer_not_available: 'The bank could not be reached. Trying the same card again may work.',
  card_not_supported: 'The card does not permit this kind of payment. Another card is needed.',
  currency_not_supported: 'The card does not permit US dollars. Another card is needed.',
  card_velocity_exceeded: 'The card has reached its limit. Another card, or the same one later.',
  withdrawal_count_limit_exceeded: 'The card has reached its limit. Another card, or the same one later.',
  authentication_required: "The bank wants the owner's confirmation. Trying again and confirming works.",
  setup_intent_authentication_failure: "The bank's confirmation failed. Trying again and confirming works.",
  test_mode_live_card: 'A real card was used in test mode.',
  generic_decline: ASK_BANK,
  card_declined: ASK_BANK,
  do_not_honor: ASK_BANK,
  call_issuer: ASK_BANK,
};

/** A sentence or two that support can act on. */
export const declineInWords = (code: string): string => WORDS[code] ?? `${ASK_BANK} (Its code: ${code}.)`;
