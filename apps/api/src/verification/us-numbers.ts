import { parsePhoneNumberWithError } from 'libphonenumber-js/max';

/** Types of number that receive texts; US numbers do not tell mobile from fixed line. */
const TEXTED = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);
/** Reserved for fiction: 555-0100 to 555-0199 of every area code. */
const FICTIONAL = /^\d{3}55501\d\d$/;

/**
 * Whether ten digits are a number of the 50 states or DC that can receive an SMS; some 20 countries share +1. `madeUp`
 * also accepts unassigned and personal numbers, which the sandbox reaches.
 */
export function canTakeSms(digits: string, { madeUp = false } = {}): boolean {
  try {
    const number = parsePhoneNumberWithError(`+1${digits}`);
    if (!number.isValid()) return madeUp;
    if (number.country !== 'US') return false;
    const type = number.getType() ?? '';
    return (
      (TEXTED.has(type) && !FICTIONAL.test(digits)) || (madeUp && (TEXTED.has(type) || type === 'PERSONAL_NUMBER'))
    );
  } catch {
    return madeUp;
  }
}
