import * as z from 'zod/mini';
import { FIELD_MESSAGES as SAY } from './messages.ts';
import { isForeignNumber, tenDigits } from './phone.ts';

/**
 * One rule for typed text: no hidden characters, NFC, trimmed, on one line unless it may have several, counted by code points.
 * A text that is refused says why: with the message of its field when it is missing or too short, else with the reason.
 */

/** What no reader sees: dropped, but for what joins letters, directs them, or chooses an emoji. */
const UNSEEN = /(?![\p{Join_C}\p{Bidi_C}\p{VS}\u{E0020}-\u{E007F}])\p{DI}/gu;
/** What a text cannot begin or end with: copied telephone books put a direction around a name. Linear in a long run of blanks. */
const EDGES = /^[\s\p{Join_C}\p{Bidi_C}]+|(?<![\s\p{Join_C}\p{Bidi_C}])[\s\p{Join_C}\p{Bidi_C}]+$/gu;
/** Control characters, and those that change the direction of what follows. */
// oxlint-disable-next-line no-control-regex -- naming the characters is the rule
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;

/** A link, an email address or a domain, as mail programs find them: "J.R." is none. */
const LINK = /:\/\/|www\.|[.。][\p{L}\p{M}]{2}/iu;

/** What makes a link of a text. */
const LINKING = /:(?=\/\/)|[.．。｡](?=\p{DI}*[\p{L}\p{M}])/gu;
/** The text with its links as plain text: "https[:]//evil[.]example". */
export const unlinked = (text: string): string => text.replaceAll(LINKING, '[$&]');

/** A token or number of a link without the punctuation that followed the link in a sentence. Mail programs add it to the link. */
export const withoutMark = (text: string): string => text.replace(/[.,;:!?)\]'"”’>]{1,3}$/, '');

/** As in the Stream-Safe Text Format of Unicode (UAX #15): normalizing a longer run of marks takes time that is quadratic in it. */
const TOO_MANY_MARKS = /\p{M}{31}/u;

interface TextRule {
  min: number;
  max: number;
  lines?: boolean;
  /** For names, which mails and lists repeat: `min` counts letters and digits, and a link or an email address is refused. */
  name?: boolean;
}

/** How many letters and digits a name has. Some letters are blank: the fillers of Hangul. */
export const visibleLength = (text: string): number => text.match(/(?!\p{DI})[\p{L}\p{N}]/gu)?.length ?? 0;

const isClean = (text: string): boolean => text.isWellFormed() && !TOO_MANY_MARKS.test(text);

/** A text that is not clean stays as it is and is refused later. */
const normalized = (typed: string, { lines }: TextRule): string => {
  const seen = typed.replaceAll(UNSEEN, '');
  if (!isClean(seen)) return seen;
  const text = seen.normalize('NFC').replaceAll(LINE_END, '\n');
  return (lines ? text : text.replaceAll(/\s+/g, ' ')).replaceAll(EDGES, '');
};

const linksOf = (text: string) => LINK.test(text.replaceAll(/\p{DI}/gu, '').normalize('NFKC'));

/** Why a normalized text is refused; undefined when it is not. */
function problemOf(text: string, message: string, { min, max, name }: TextRule): string | undefined {
  const { length } = [...text];
  if (length > max) return SAY.tooLong;
  if (!isClean(text) || CONTROL.test(text)) return SAY.hiddenCharacters;
  if ((name ? visibleLength(text) : length) < min) return message;
  return name && linksOf(text) ? SAY.link : undefined;
}

/** A text of `min` to `max` characters, normalized. `message` is said when it is missing or too short. */
export const text = (message: string, rule: TextRule) =>
  z.pipe(
    z.pipe(
      z.string(message),
      z.transform((typed: string) => normalized(typed, rule)),
    ),
    z.string().check(
      z.check((ctx) => {
        const problem = problemOf(ctx.value, message, rule);
        if (problem) ctx.issues.push({ code: 'custom', message: problem, input: ctx.value });
      }),
    ),
  );

/** An optional text: absent, null and blank all become ''. */
export const optionalText = (message: string, max: number, rule: Pick<TextRule, 'lines' | 'name'> = {}) =>
  z.pipe(
    z.transform((value: unknown) => value ?? ''),
    text(message, { min: 0, max, ...rule }),
  );

/** Of Node and of browsers; the types here are of neither. */
declare const URL: { canParse(url: string): boolean; new (url: string): { hostname: string } };

/** An address whose domain has letters beyond ASCII. */
const INTERNATIONALIZED = /^([^@]+)@([^@\s/?#:\\%]*[^\0-\x7F][^@\s/?#:\\%]*)$/;

/** The address with its domain as mail servers write it: "mary@xn--chrch-kva.example". One that has none stays as it is. */
function withAsciiDomain(address: string): string {
  const [, name = '', domain = ''] = INTERNATIONALIZED.exec(address) ?? [];
  const url = `http://${domain}`;
  return domain && URL.canParse(url) ? `${name}@${new URL(url).hostname}` : address;
}

/** An address by the rule of HTML's email fields, at a domain with a dot and a name at its end. */
export const emailOr = (message: string) =>
  z.pipe(
    z.pipe(
      z.string(message),
      z.transform((value) => withAsciiDomain(value.trim())),
    ),
    z
      .string()
      .check(
        z.maxLength(254, message),
        z.email({ pattern: z.regexes.html5Email, error: message, abort: true }),
        z.regex(/\.[a-z][a-z\d-]*[a-z\d]$/i, message),
      ),
  );
export const email = emailOr(SAY.email);

/** Ten digits in any notation; parsed to the ten digits. */
export const phone = z.pipe(
  z.string(SAY.phone).check(
    z.refine((value) => !isForeignNumber(value), { message: SAY.phoneUs, abort: true }),
    z.refine((value) => tenDigits(value) !== undefined, SAY.phone),
  ),
  z.transform((value) => tenDigits(value) ?? ''),
);
