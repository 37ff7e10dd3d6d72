import { describe, expect, it } from 'vitest';
import { AMBASSADOR_STATES, ambassadorApplication } from './ambassador-application.ts';
import { CHARTS } from './charts.ts';
import { initialStateOf, transition, transitionsOf } from './chart.ts';

/** The life of an application as it was agreed, written out: state, event, next, what follows. */
const AGREED: [string, string, string, string[]][] = [
  ['draft', 'application.submitted', 'submitted', ['sendApplicationReceived']],
  ['submitted', 'application.withdrawn', 'withdrawn', []],
  ['submitted', 'application.approved', 'approved', ['sendDecision']],
  ['submitted', 'application.declined', 'declined', ['sendDecision']],
];

const EVENTS = [...new Set(AGREED.map(([, event]) => event))];
const ILLEGAL = AMBASSADOR_STATES.flatMap((state) =>
  EVENTS.filter((event) => !AGREED.some(([from, name]) => from === state && name === event)).map((event) => ({
    state,
    event,
  })),
);

describe('the chart of an ambassador application', () => {
  it('has five states and starts with an empty form', () => {
    expect(AMBASSADOR_STATES).toEqual(['draft', 'submitted', 'approved', 'declined', 'withdrawn']);
    expect(initialStateOf(ambassadorApplication)).toBe('draft');
  });

  it.each(AGREED)('leads from %s by %s to %s', (from, event, next, effects) => {
    expect(transition(ambassadorApplication, from, event)).toEqual({ state: next, effects });
  });

  it('has no transition that was not agreed', () => {
    const agreed = AGREED.map(([from, event, to]) => `${from} ${event} ${to}`);
    const drawn = transitionsOf(ambassadorApplication).map(({ from, event, to }) => `${from} ${event} ${to}`);
    expect(drawn.sort()).toEqual(agreed.sort());
  });

  it('reaches every state from the empty form', () => {
    const reached = new Set(['draft']);
    for (const from of reached)
      for (const each of transitionsOf(ambassadorApplication)) if (each.from === from) reached.add(each.to);
    expect([...reached].sort()).toEqual([...AMBASSADOR_STATES].sort());
  });

  it.each(ILLEGAL)('refuses $event in $state', ({ state, event }) => {
    expect(transition(ambassadorApplication, state, event)).toBeUndefined();
  });

  it('ends with a decision or a withdrawal', () => {
    const left = new Set(transitionsOf(ambassadorApplication).map(({ from }) => from));
    expect(AMBASSADOR_STATES.filter((state) => !left.has(state))).toEqual(['approved', 'declined', 'withdrawn']);
  });

  it('describes every state, and carries a version for the journal', () => {
    for (const state of Object.values(ambassadorApplication.states)) expect(state.description).toMatch(/\w+ \w+/);
    expect(ambassadorApplication.version).toBe('1');
  });
});

describe('the charts of the product', () => {
  it('have different names, by which the journal distinguishes them', () => {
    expect(CHARTS.map(({ id }) => id)).toEqual(['trial-signup', 'subscription-life', 'ambassador-application']);
  });
});
