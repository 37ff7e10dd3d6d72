import * as z from 'zod/mini';
import { FIELD_MESSAGES as SAY } from './messages.ts';
import { isForeignNumber, tenDigits } from './phone.ts';

/** One rule for typed text: no control or direction-changing characters, NFC, trimmed, counted by code points. */

// oxlint-disable-next-line no-control-regex -- naming the characters is the rule
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;
const LINE_BREAK = /[\t\n]/;
const LINK = /:\/\/|www\.|@/i;

/** As in the Stream-Safe Text Format of Unicode (UAX #15): normalizing a longer run of marks takes time that is quadratic in it. */
const TOO_MANY_MARKS = /\p{M}{31}/u;

interface TextRule {
  min: number;
  max: number;
  lines?: boolean;
  /** For names, which mails and lists repeat: rejects text that looks like a link or an email address. */
  plain?: boolean;
}

const clean =
  ({ min, max, lines, plain }: TextRule) =>
  (value: string): boolean => {
    const length = [...value].length;
    return (
      length >= min &&
      length <= max &&
      value.isWellFormed() &&
      !TOO_MANY_MARKS.test(value) &&
      !CONTROL.test(value) &&
      (lines || !LINE_BREAK.test(value)) &&
      !(plain && LINK.test(value.normalize('NFKC')))
    );
  };

/** Converts all line ends to \n; a text that is not well formed or has too many marks stays as it is and is rejected later. */
const normalised = (value: string): string =>
  value.isWellFormed() && !TOO_MANY_MARKS.test(value)
    ? value.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim()
    : value;

/** A text of `min` to `max` characters, normalised. `message` is the only error text that users see. */
export const text = (message: string, rule: TextRule) =>
  z.pipe(z.pipe(z.string(message), z.transform(normalised)), z.string().check(z.refine(clean(rule), message)));

/** An optional text: absent, null and blank all become ''. */
export const optionalText = (message: string, max: number, rule: Pick<TextRule, 'lines' | 'plain'> = {}) =>
  z.pipe(
    z.transform((value: unknown) => value ?? ''),
    text(message, { min: 0, max, ...rule }),
  );

export const email = z.pipe(
  z.pipe(
    z.string(SAY.email),
    z.transform((value) => value.trim()),
  ),
  z.string().check(z.maxLength(254, SAY.email), z.email(SAY.email)),
);

/** Ten digits in any notation; parsed to the ten digits. */
export const phone = z.pipe(
  z.string(SAY.phone).check(
    z.refine((value) => !isForeignNumber(value), { message: SAY.phoneUs, abort: true }),
    z.refine((value) => tenDigits(value) !== undefined, SAY.phone),
  ),
  z.transform((value) => tenDigits(value) ?? ''),
);
