/** The card fields: formatting and validation, with one message per field. */
const number = document.querySelector('#number');
const expiry = document.querySelector('#expiry');
const cvc = document.querySelector('#cvc');
const brandName = document.querySelector('#brand');
const fields = [number, expiry, cvc];

const digits = (field) => field.value.replaceAll(/\D/g, '');
const problem = (code, message) => ({ type: 'validation_error', code, message });

const checks = new Map([
  [
    number,
    () => {
      const typed = digits(number);
      if (typed.length < (brandOf(typed) === 'American Express' ? 15 : 16))
        return problem('incomplete_number', 'Your card number is incomplete.');
      return passesLuhn(typed) ? undefined : problem('invalid_number', 'Your card number is invalid.');
    },
  ],
  [
    expiry,
    () => {
      const typed = digits(expiry);
      if (typed.length < 4) return problem('incomplete_expiry', "Your card's expiration date is incomplete.");
      const [month, year] = [Number(typed.slice(0, 2)), 2000 + Number(typed.slice(2))];
      if (month < 1 || month > 12) return problem('invalid_expiry_month', "Your card's expiration date is invalid.");
      const today = new Date();
      if (year < today.getFullYear())
        return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.");
      if (year > today.getFullYear() + 50)
        return problem('invalid_expiry_year', "Your card's expiration year is invalid.");
      const past = year === today.getFullYear() && month < today.getMonth() + 1;
      return past ? problem('invalid_expiry_month_past', "Your card's expiration date is in the past.") : undefined;
    },
  ],
  [
    cvc,
    () => {
      const wanted = brandOf(digits(number)) === 'American Express' ? 4 : 3;
      return digits(cvc).length < wanted
        ? problem('incomplete_cvc', "Your card's security code is incomplete.")
        : undefined;
    },
  ],
]);

export function validate() {
  const found = fields.map((field) => [field, checks.get(field)()]);
  for (const [field, error] of found) show(field, error);
  const [field, error] = found.find(([, fault]) => fault) ?? [];
  field?.focus();
  return error;
}

export const isComplete = () => fields.every((field) => !checks.get(field)());
export const isEmpty = () => fields.every((field) => field.value === '');
export const focus = () => number.focus();

export function clear() {
  for (const field of fields) {
    field.value = '';
    show(field, undefined);
  }
}

export function showRefusal({ code, message }) {
  const field =
    {
      expired_card: expiry,
      invalid_expiry_month: expiry,
      invalid_expiry_year: expiry,
      incorrect_cvc: cvc,
      invalid_cvc: cvc,
    }[code] ?? number;
  show(field, { message });
}

export async function confirm({ key, clientSecret, returnUrl, billing, redirects = false }) {
  const id = clientSecret.split('_secret_')[0];
  const typed = digits(expiry);
  const form = new URLSearchParams({
    client_secret: clientSecret,
    ...(!redirects && { use_stripe_sdk: 'true' }),
    ...(returnUrl && { return_url: returnUrl }),
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digits(number),
    'payment_method_data[card][exp_month]': typed.slice(0, 2),
    'payment_method_data[card][exp_year]': typed.slice(2),
    'payment_method_data[card][cvc]': digits(cvc),
  });
  for (const [name, value] of Object.entries(billing ?? {})) {
    if (typeof value === 'string') form.set(`payment_method_data[billing_details][${name}]`, value);
  }
  try {
    const response = await fetch(`/v1/setup_intents/${id}/confirm`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${key}`, 'x-card-form': 'quiet' },
    });
    const body = await response.json();
    if (!body.error) return { setupIntent: body };
    showRefusal(body.error);
    return { error: body.error };
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message: 'We are experiencing issues connecting to our payments provider. Please try again.',
      },
    };
  }
}

function show(field, error) {
  const note = document.querySelector(`#${field.id}-error`);
  field.setAttribute('aria-invalid', String(Boolean(error)));
  note.textContent = error?.message ?? '';
}

function brandOf(typed) {
  if (/^3[47]/.test(typed)) return 'American Express';
  if (/^(5[1-5]|2[2-7])/.test(typed)) return 'Mastercard';
  if (/^(6011|65)/.test(typed)) return 'Discover';
  return typed.startsWith('4') ? 'Visa' : '';
}

function passesLuhn(typed) {
  const sum = [...typed].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function format(field) {
  const typed = digits(field);
  if (field === cvc) return typed.slice(0, 4);
  if (field === expiry) {
    const padded = /^[2-9]/.test(typed) ? `0${typed}` : typed;
    return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2, 4)}` : padded;
  }
  if (brandOf(typed) === 'American Express')
    return [typed.slice(0, 4), typed.slice(4, 10), typed.slice(10, 15)].filter(Boolean).join(' ');
  return typed.slice(0, 16).replaceAll(/(.{4})(?=.)/g, '$1 ');
}

for (const field of fields) {
  field.addEventListener('input', () => {
    const atEnd = field.selectionStart === field.value.length;
    const formatted = format(field);
    if (atEnd && field.value !== formatted) field.value = formatted;
    brandName.textContent = brandOf(digits(number));
    if (field.getAttribute('aria-invalid') === 'true') show(field, checks.get(field)());
  });
  field.addEventListener('blur', () => {
    if (field.value !== '') field.value = format(field);
    if (field.value !== '') show(field, checks.get(field)());
  });
}
