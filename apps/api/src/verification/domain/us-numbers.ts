import { parsePhoneNumberWithError } from 'libphonenumber-js/max';

/** Types of number that get texts: in the United States a mobile and a fixed line look alike. */
const TEXTED = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);
/** For films and tests: 555-0100 to 555-0199 of every area code. */
const FICTIONAL = /^\d{3}55501\d\d$/;

/**
 * Whether ten digits are a number of the 50 states or DC that may get an SMS; +1 is shared with some 20 countries. `madeUp`:
 * also one that nobody can have or that follows a person about, which the sandbox reaches.
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
