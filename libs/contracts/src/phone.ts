import { PHONE_QUESTIONS } from './inline-messages.ts';

/** Phones are US numbers: ten digits on the wire and at rest; any notation is accepted in a form. */

/** Starts with + and another country's code, or with 011, by which a phone in the US calls one. */
export const isForeignNumber = (text: string): boolean => /^[^\d+]*\+\D*[02-9]/.test(text) || startsWith011(text);

/** Ten digits that begin with 011 may still be a number, which `phoneQuestion` asks about. */
const startsWith011 = (text: string) => /^011\d{8}/.test(text.replaceAll(/\D/g, ''));

/** The ten digits of a phone number in any notation, without a leading 1 or +1; undefined when there are not ten. */
export function tenDigits(text: string): string | undefined {
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 && !isForeignNumber(text) ? digits : undefined;
}

/** As typed so far, at most 14 characters: "(512) 555-0142". A number of another country, and a first +, stay as they are. */
export function formatPhone(text: string): string {
  if (startsWith011(text)) return `011 ${text.replaceAll(/\D/g, '').slice(3)}`;
  if (isForeignNumber(text) || /^\s*\+\D*$/.test(text)) return text;
  const digits = text
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10})/, '')
    .slice(0, 10);
  if (digits.length < 4) return digits && `(${digits}`;
  if (digits.length < 7) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** What a form asks, once, about ten digits that no phone in the North American plan has. The calls take any ten. */
export function phoneQuestion(digits: string): string | undefined {
  if (/^[01]/.test(digits)) return PHONE_QUESTIONS.areaCode;
  return /^...[01]/.test(digits) ? PHONE_QUESTIONS.exchange : undefined;
}

/** A formatted phone; a masked one stays as it is. */
export const phoneText = (phone: string): string => (tenDigits(phone) ? formatPhone(phone) : phone);

/** "(•••) •••-0142" */
export const maskPhone = (digits: string): string => `(•••) •••-${digits.slice(-4)}`;

/** Whether a text is what `maskPhone` makes of a number. */
export const isMaskedPhone = (text: string): boolean => /^\(•{3}\) •{3}-\d{4}$/.test(text);

/** "r•••@church.example" */
export const maskEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1•••$2');

/** "123456", or "123 456" in a longer text; not a part of a longer number. */
const CODE_IN_TEXT = /(?<!\d[\s.-]?)\d{3}[\s-]?\d{3}(?![\s.-]?\d)/;

/** The six digits of a code: typed in any notation, or anywhere in a pasted text message. */
export function findCode(text: string): string | undefined {
  const digits = text.replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(digits)) return digits;
  return CODE_IN_TEXT.exec(text)?.[0].replace(/\D/g, '');
}
