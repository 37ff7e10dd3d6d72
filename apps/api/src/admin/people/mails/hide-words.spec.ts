import { describe, expect, it } from 'vitest';
import { hideWords } from './hide-words.ts';

const mail = (words: string) => `Welcome aboard, Ruth\n\n${words}\n\nNext comes onboarding.`;
const HIDDEN = mail('[Personal words, hidden.]');

describe('the personal words of a mail', () => {
  it.each([
    ['of one line', 'Your students are lucky.', 'Your students are lucky.'],
    ['of several lines', 'Your students\n\nare lucky.', 'Your students\n\n\nare lucky.'],
    [
      'with characters that mean something in a pattern',
      'Costs $5 (or [more])? a\\b^c|d*',
      'Costs $5 (or [more])? a\\b^c|d*',
    ],
  ])('are hidden: %s', (_, typed, sent) => {
    expect(hideWords(mail(sent), typed)).toBe(HIDDEN);
  });

  it('hide the whole text when they are not found in it', () => {
    expect(hideWords(mail('Something else'), 'Your students')).toBe('[Personal words, hidden.]');
  });

  it('change nothing when there are none', () => {
    expect(hideWords(mail('x'), ' ')).toBe(mail('x'));
  });
});
