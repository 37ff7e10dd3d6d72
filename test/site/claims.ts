import { expect } from '@jest/globals';
import { type ReadPage, shownText, tidy } from './read-page.ts';

/** One thing that a page must hold, in words, and how to see it. */
export interface Claim {
  what: string;
  check: (page: ReadPage) => void;
}

export const heading = (text: string): Claim => ({
  what: `its first heading is "${text}"`,
  check: ({ text: read }) => expect(read('h1')).toBe(text),
});

export const says = (...texts: string[]): Claim => ({
  what: `says ${texts.join(', ')}`,
  check: ({ text }) => expect(texts.filter((each) => !text().includes(tidy(each)))).toEqual([]),
});

/** Wording is free, but each pattern has to be met in what `part` says. */
export const mentions = (part: string, ...patterns: RegExp[]): Claim => ({
  what: `mentions ${patterns.map(String).join(', ')} in ${part}`,
  check: ({ text }) => expect(patterns.filter((pattern) => !pattern.test(text(part)))).toEqual([]),
});

export const counts = (number: number, selector: string, name: string): Claim => ({
  what: `has ${number} ${name}`,
  check: ({ find }) => expect(find(selector).length).toBe(number),
});

export const link = (label: string, href: string, within = 'main'): Claim => ({
  what: `has the link "${label}" to ${href} in ${within}`,
  check: ({ $, find }) => {
    const labels = find(`${within} a[href="${href}"]`)
      .toArray()
      .map((each) => shownText($, $(each)));
    expect(labels.map((each) => each.replace(/:.*/, ''))).toContain(label);
  },
});

export const links = (href: string, within = 'main', attributes: Record<string, string> = {}): Claim => ({
  what: `leads from ${within} to ${href}`,
  check: ({ find }) => {
    const found = find(`${within} a[href="${href}"]`);
    expect(found.length).toBeGreaterThan(0);
    for (const [name, value] of Object.entries(attributes)) expect(found.attr(name)).toBe(value);
  },
});

/** What the selectors find stands in this order on the page. */
export const inOrder = (...selectors: string[]): Claim => ({
  what: `shows in this order ${selectors.join(', ')}`,
  check: ({ $, find }) => {
    const all = $('*').toArray();
    const places = selectors.map((selector) => all.indexOf(find(selector).get(0)));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  },
});
