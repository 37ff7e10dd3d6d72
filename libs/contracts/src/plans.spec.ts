import { describe, expect, it } from 'vitest';
import { POSITIONS, SIGNUP_CHURCH_SIZES, US_STATES } from './choices.ts';
import { DEFAULT_TIER, dollars, planOf, PLANS, planWithRange, TIER_IDS, TRIAL_DAYS } from './plans.ts';

describe('the plan catalog', () => {
  // oxfmt-ignore
  it.each([
    ['tier_1_19',     'Starter',              '1-19',    '$19.99',  19],
    ['tier_20_49',    'Growth',               '20-49',   '$39.99',  49],
    ['tier_50_99',    '50-99 active users',   '50-99',   '$79.99',  99],
    ['tier_100_199',  '100-199 active users', '100-199', '$99.99',  199],
    ['tier_200_499',  '200-499 active users', '200-499', '$179.99', 499],
    ['tier_500_plus', '500+ active users',    '500+',    '$249.99', null],
  ] as const)('sells %s as %s for %s users at %s', (id, name, range, price, maxActiveUsers) => {
    const plan = planOf(id);
    expect({ ...plan, price: dollars(plan.amountInCents) }).toMatchObject({ id, name, range, price, maxActiveUsers });
  });

  it('writes a price of a thousand dollars and more with a comma', () => {
    expect(dollars(12 * planOf('tier_200_499').amountInCents)).toBe('$2,159.88');
    expect(dollars(36)).toBe('$0.36');
  });

  it('names each range once in a sentence', () => {
    expect(planWithRange(planOf('tier_1_19'))).toBe('Starter (1-19 active users a month)');
    expect(planWithRange(planOf('tier_50_99'))).toBe('50-99 active users a month');
  });

  it('has six tiers, smallest first, each more expensive than the one before', () => {
    expect(PLANS.map(({ id }) => id)).toEqual([...TIER_IDS]);
    expect(PLANS).toHaveLength(6);
    for (const [index, plan] of PLANS.entries())
      if (index) expect(plan.amountInCents).toBeGreaterThan(PLANS[index - 1]!.amountInCents);
  });

  it('offers the smallest tier first, free for 30 days', () => {
    expect(DEFAULT_TIER).toBe('tier_1_19');
    expect(TRIAL_DAYS).toBe(30);
  });
});

describe('the lists of the form', () => {
  it('has the 50 states, without DC and the territories', () => {
    const codes = US_STATES.map(({ value }) => value);
    expect(new Set(codes).size).toBe(50);
    expect(codes).toEqual(expect.arrayContaining(['AK', 'HI', 'TX', 'WY']));
    for (const code of ['DC', 'PR', 'GU', 'VI']) expect(codes).not.toContain(code);
    for (const { value, label } of US_STATES)
      expect(`${value} ${label}`).toMatch(/^[A-Z]{2} [A-Z][a-z]+( [A-Z][a-z]+)*$/);
  });

  it('has the two positions and the six sizes of the specification', () => {
    expect(POSITIONS).toEqual(['Youth Pastor', 'Church Leader']);
    expect(SIGNUP_CHURCH_SIZES.map(({ value, label }) => [value, label])).toEqual([
      ['under-100', 'Under 100'],
      ['100-250', '100-250'],
      ['250-500', '250-500'],
      ['500-1000', '500-1,000'],
      ['1000-3000', '1,000-3,000'],
      ['3000-plus', '3,000+'],
    ]);
  });
});
