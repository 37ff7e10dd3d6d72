/** Rules for built pages, each with the words that name it when it does not hold. */
import { expect } from 'vitest';
import { type BuiltPage, pageOf, shownText, tidy } from './built-page.ts';

export interface Rule {
  what: string;
  check: (page: BuiltPage) => void;
}

/** Checks every rule on the page of a path and fails with the name and the message of each rule that does not hold. */
export function expectRules(path: string, rules: readonly Rule[]): void {
  const page = pageOf(path);
  const broken = rules.flatMap(({ what, check }) => {
    try {
      check(page);
      return [];
    } catch (error) {
      return [`${path}: "${what}" does not hold\n${(error as Error).message}`];
    }
  });
  if (broken.length) throw new Error(broken.join('\n\n'));
}

export const heading = (text: string): Rule => ({
  what: `the first heading is "${text}"`,
  check: ({ text: read }) => expect(read('h1')).toBe(text),
});

export const says = (...texts: string[]): Rule => ({
  what: `says ${texts.join(', ')}`,
  check: ({ text }) => expect(texts.filter((each) => !text().includes(tidy(each)))).toEqual([]),
});

/** Every pattern matches the text of `part`; the other words are free. */
export const mentions = (part: string, ...patterns: RegExp[]): Rule => ({
  what: `mentions ${patterns.map(String).join(', ')} in ${part}`,
  check: ({ text }) => expect(patterns.filter((pattern) => !pattern.test(text(part)))).toEqual([]),
});

export const counts = (number: number, selector: string, name: string): Rule => ({
  what: `has ${number} ${name}`,
  check: ({ find }) => expect(find(selector).length).toBe(number),
});

export const link = (label: string, href: string, within = 'main'): Rule => ({
  what: `has the link "${label}" to ${href} in ${within}`,
  check: ({ $, find }) => {
    const labels = find(`${within} a[href="${href}"]`)
      .toArray()
      .map((each) => shownText($(each)));
    expect(labels.map((each) => each.replace(/:.*/, ''))).toContain(label);
  },
});

export const links = (href: string, within = 'main', attributes: Record<string, string> = {}): Rule => ({
  what: `links from ${within} to ${href}`,
  check: ({ find }) => {
    const found = find(`${within} a[href="${href}"]`);
    expect(found.length).toBeGreaterThan(0);
    for (const [name, value] of Object.entries(attributes)) expect(found.attr(name)).toBe(value);
  },
});

/** The first elements of the selectors stand in this order on the page. */
export const inOrder = (...selectors: string[]): Rule => ({
  what: `shows in this order ${selectors.join(', ')}`,
  check: ({ $, find }) => {
    const all = $('*').toArray();
    const places = selectors.map((selector) => all.indexOf(find(selector).get(0)));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  },
});
