/** The plan that the pricing page recommends, and the sheet for the treasurer. No script takes part. */
import { describe, expect, it } from 'vitest';
import { civilDay, longDate, planFor, OPEN_QUESTIONS, TRIAL_DAYS } from '@lampstand/contracts';
import { load } from 'cheerio';
import { shownText } from '../site/built-page.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();

const ask = async (path: string) => {
  const response = await fetch(stack.url + path);
  const $ = load(await response.text());
  $('[hidden]').remove();
  return { status: response.status, headers: response.headers, $, text: shownText($('main')) };
};

describe('how many take part in a normal month', () => {
  it.each([
    [1, 'Starter', '$19.99', '$19.99'],
    [19, 'Starter', '$19.99', '$1.05'],
    [20, 'Growth', '$39.99', '$2.00'],
    [40, 'Growth', '$39.99', '$1.00'],
    [99, '50-99 active users', '$79.99', '$0.81'],
    [499, '200-499 active users', '$179.99', '$0.36'],
  ])('%i people: %s for %s, %s each', async (people, plan, price, each) => {
    const { status, $, text } = await ask(`/pricing?people=${people}`);
    expect(status).toBe(200);
    expect(text).toContain(`${plan}, ${price} a month`);
    expect(text).toContain(`With ${people} who take part, that's ${each} a person`);
    expect($('#people').attr('value')).toBe(String(people));
    const start = $('[data-answer] a');
    expect(shownText(start)).toBe('Start with this plan');
    expect(start.attr('href')).toBe(`/trial?plan=${planFor(people).id}`);
    const fitting = $('[aria-label=Plans] article:contains("Fits")');
    expect(fitting.length).toBe(1);
    expect(shownText(fitting)).toMatch(new RegExp(`${plan}.*Fits ${people} people`));
  });

  it('with 500 or more, a talk is offered, and no plan is marked', async () => {
    const { $, text } = await ask('/pricing?people=1200');
    expect(text).toContain("1,200 people: let's talk");
    expect($('[aria-label=Plans] article:contains("Fits")').length).toBe(0);
    expect($('[data-answer] a').attr('href')).toBe('/trial-request');
  });

  it('states the first charge of a sign-up today, by the clock', async () => {
    const dayIn = (days: number) => longDate(civilDay(new Date(Date.now() + days * 86_400_000), 'America/Chicago'));
    const days = () => [dayIn(0), dayIn(TRIAL_DAYS)];
    const before = days();
    const { text } = await ask('/pricing?people=30');
    const [, today, charge] = /Sign up today, (.+?), and nothing is charged before (.+?)\./.exec(text)!;
    // Midnight may pass while the page is asked for.
    expect([before, days()]).toContainEqual([today, charge]);
  });

  it.each(['', 'many', '0', '-3', '3.5', '9999999', '<b>'])('"%s" is no number: the page says so', async (typed) => {
    const { status, $, text } = await ask(`/pricing?people=${encodeURIComponent(typed)}`);
    expect(status).toBe(400);
    expect(text).toContain('Please enter a number, for example 30');
    expect($('#people').attr('aria-invalid')).toBe('true');
    expect($('#people').attr('value')).toBe(typed);
    expect(text).not.toMatch(/a person\. The plan covers/);
  });

  it('is kept from caches and search engines', async () => {
    const { headers } = await ask('/pricing?people=30');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
  });
});

describe('the sheet for the treasurer', () => {
  it('has the plan, the cost by month, year and person, and all prices', async () => {
    const { text } = await ask('/pricing/treasurer?people=40');
    for (const part of [
      'Growth, $39.99 a month',
      '$479.88',
      '$1.00 a month, for 40',
      '$19.99',
      '$179.99',
      'Contact Us',
    ])
      expect(text).toContain(part);
  });

  it('says how to pay, who gets receipts, who can cancel and what is refunded, and asks where only we know', async () => {
    const { text, $ } = await ask('/pricing/treasurer');
    for (const part of ['By card', 'second address', 'The person who signed up', 'refund part of a month'])
      expect(text).toContain(part);
    for (const { page, title } of Object.values(OPEN_QUESTIONS))
      if (page === '/pricing/treasurer') expect(text).toContain(`Ask us ${title}.`);
    expect($('dd a[href^="mailto:support@lampstand.example?subject="]').length).toBeGreaterThan(0);
  });

  it('without a number has all prices and no plan', async () => {
    const { text } = await ask('/pricing/treasurer');
    expect(text).toContain('$39.99');
    expect(text).not.toContain('Your plan');
  });
});
