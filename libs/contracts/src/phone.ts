/** Phones are US numbers: ten digits on the wire and at rest; any notation is accepted in a form. */

/** The ten digits of a phone number in any notation, without a leading 1 or +1; undefined when there are not ten. */
export function tenDigits(text: string): string | undefined {
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 ? digits : undefined;
}

/** As typed so far, at most 14 characters: "(512) 555-0142". */
export function formatPhone(text: string): string {
  const digits = text
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10})/, '')
    .slice(0, 10);
  if (digits.length < 4) return digits && `(${digits}`;
  if (digits.length < 7) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** "(•••) •••-0142" */
export const maskPhone = (digits: string): string => `(•••) •••-${digits.slice(-4)}`;

/** "r•••@church.example" */
export const maskEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1•••$2');
