import type { Page } from '@playwright/test';
import { SUPPORT_ACTION_NAMES } from '@lampstand/contracts/back-office';

/** What a person reads on a page of the back office: opened folds but the one of technical facts, names and choices of controls. */
export const readableText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll('details'))
      fold.open = fold.querySelector('summary')?.textContent !== 'Technical';
    const main = document.querySelector('main')!;
    const named = [...main.querySelectorAll('[title], [aria-label], [placeholder], option')].filter((each) =>
      each.checkVisibility(),
    );
    return [
      main.innerText,
      ...named.flatMap((each) => [
        ...['title', 'aria-label', 'placeholder'].map((name) => each.getAttribute(name) ?? ''),
        each instanceof HTMLOptionElement ? each.label : '',
      ]),
    ].join('\n');
  });

/** Names of products and people that are written like code. */
const NAMES = /^(iPhone|iPad|macOS|YouTube|PayPal|(?:Ma?c|De|La|Le)[A-Z][a-z]+|JavaScript|TypeScript)$/;

/** Reasons of the payment provider that are no English, with spaces or underscores. */
const DECLINES =
  /\b(do not honor|generic decline|(in)?correct cvc|pickup card|card velocity exceeded|card declined with)\b/gi;

const HYPHENED = SUPPORT_ACTION_NAMES.filter((name) => name.includes('-')).filter((name) => name !== 'resend-code');

const CODE: RegExp[] = [
  // tier_1_19, insufficient_funds, seti_1a2b
  /\b[a-z0-9]+(?:_[a-z0-9]+)+\b/gi,
  // pastDue, openAccount
  /\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g,
  // PaymentFailed
  /\b(?:[A-Z][a-z]+){2,}\b/g,
  // signup.saved
  /\b[a-z]+\.[a-z]\w+\b/gi,
  // trial:123, list:find
  /\b[a-z]+:[a-z\d][\w-]*/g,
  /\b(?:true|false|null|undefined|NaN)\b/g,
  // The beginning of a request's id
  /\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{8}\b(?!-\d{4}\b)/g,
  /\b(?:take-over|(?:un)?mark-answered|start-review|trial-signups|incomplete-trials|board-states)\b/g,
  new RegExp(`\\b(?:${HYPHENED.join('|')})\\b`, 'g'),
  DECLINES,
];

/** Words of our code or a provider's in a text for people. Addresses and names of files are none. */
export function codeWords(text: string): string[] {
  const words = text
    .replace(/\S+@\S+/g, ' ')
    .replace(/\b(?:https?:\/\/|www\.)\S+/g, ' ')
    .replace(/\b[\w-]+\.(?:csv|example|com|org)\b/g, ' ');
  const found = CODE.flatMap((pattern) => words.match(pattern) ?? []);
  return [...new Set(found)].filter((word) => !NAMES.test(word));
}
