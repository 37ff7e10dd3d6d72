import { parsePhoneNumberWithError } from 'libphonenumber-js/max';

/** Types of number an SMS never reaches or that cost money to reach. */
const REFUSED = new Set(['TOLL_FREE', 'PREMIUM_RATE', 'SHARED_COST', 'PAGER', 'UAN', 'VOICEMAIL']);

/**
 * Whether ten digits are a number of the 50 states or DC that may get an SMS; +1 is shared with some 20 countries. `madeUp`:
 * also one that nobody can have, which the sandbox reaches.
 */
export function canTakeSms(digits: string, { madeUp = false } = {}): boolean {
  try {
    const number = parsePhoneNumberWithError(`+1${digits}`);
    if (!number.isValid()) return madeUp;
    return number.country === 'US' && !REFUSED.has(number.getType() ?? '');
  } catch {
    return madeUp;
  }
}
