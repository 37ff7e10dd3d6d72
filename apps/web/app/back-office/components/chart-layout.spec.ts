import { describe, expect, it } from 'vitest';
import {
  ambassadorApplication,
  SUBSCRIPTION_STATES,
  subscriptionLife,
  transitionsOf,
  TRIAL_STATES,
  trialSignup,
} from '@lampstand/workflows';
import { BOX, type Box, layoutChart } from './chart-layout.ts';

const drawing = layoutChart(trialSignup);
const boxOf = (state: string): Box => {
  const [box, ...more] = drawing.boxes.filter((each) => each.state === state);
  if (!box || more.length) throw new Error(`${state} is drawn ${more.length + (box ? 1 : 0)} times`);
  return box;
};
const lineOf = (from: string, to: string) => drawing.lines.find((line) => line.from === from && line.to === to);

describe('the picture of the sign-up chart', () => {
  it('has a box for every state of the definition, and no other', () =>
    expect(drawing.boxes.map(({ state }) => state).toSorted()).toEqual(TRIAL_STATES.toSorted()));

  it('runs down from the details to the open account', () => {
    const way = ['registration', 'phoneVerification', 'billingInformation', 'openingAccount', 'success'].map(boxOf);
    expect(new Set(way.map(({ x }) => x)).size).toBe(1);
    expect(way.map(({ y }) => y)).toEqual(way.map(({ y }) => y).toSorted((a, b) => a - b));
  });

  it('has the other final states beside the main path', () => {
    for (const state of ['alreadyMember', 'cancelled'])
      expect(boxOf(state).x).toBeGreaterThan(boxOf('registration').x + BOX.width);
  });

  it('draws every transition that leaves its state, each pair of states by one line', () => {
    const leaving = transitionsOf(trialSignup).filter(({ from, to }) => from !== to);
    const told = drawing.lines.flatMap(({ from, to, events }) => events.map((event) => ({ from, event, to })));
    expect(told).toEqual(expect.arrayContaining(leaving));
    expect(told).toHaveLength(leaving.length);
    expect(new Set(drawing.lines.map(({ from, to }) => `${from}>${to}`)).size).toBe(drawing.lines.length);
  });

  it('distinguishes transitions along the main path, back, and out of it; only those along it have labels', () => {
    expect(lineOf('phoneVerification', 'billingInformation')).toMatchObject({ kind: 'on', label: {} });
    expect(lineOf('billingInformation', 'phoneVerification')).toMatchObject({
      kind: 'back',
      events: ['phone.changed'],
    });
    expect(lineOf('openingAccount', 'billingInformation')).toMatchObject({ kind: 'back', events: ['card.lost'] });
    expect(lineOf('openingAccount', 'alreadyMember')).toMatchObject({ kind: 'out' });
    for (const { kind, label } of drawing.lines) expect(label !== undefined).toBe(kind === 'on');
  });
});

describe('the picture of the subscription chart', () => {
  const { boxes, lines } = layoutChart(subscriptionLife);

  it('goes down from the beginning to the end', () =>
    expect(boxes.map(({ state, x }) => [state, x])).toEqual(SUBSCRIPTION_STATES.map((state) => [state, boxes[0]!.x])));

  it('draws every transition; those past another state run beside the states, down on the right and up on the left', () => {
    expect(lines).toHaveLength(transitionsOf(subscriptionLife).length);
    const kind = (from: string, to: string) => lines.find((line) => line.from === from && line.to === to)?.kind;
    expect(kind('trialing', 'active')).toBe('on');
    expect(kind('trialing', 'canceled')).toBe('past');
    expect(kind('pastDue', 'active')).toBe('back');
  });
});

describe.each([
  ['sign-ups', trialSignup],
  ['ambassador applications', ambassadorApplication],
  ['subscriptions', subscriptionLife],
])('every chart, such as that of %s,', (_of, chart) => {
  const { boxes, lines, width, height } = layoutChart(chart);

  it('fits into its picture, and no two boxes touch', () => {
    for (const box of boxes) {
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + BOX.height).toBeLessThanOrEqual(height);
      for (const other of boxes.filter((each) => each !== box))
        expect(other.x !== box.x || Math.abs(other.y - box.y) > BOX.height).toBe(true);
    }
  });

  it('keeps every line inside the picture', () => {
    for (const { path } of lines)
      for (const x of path.matchAll(/(?:M|H|Q)(-?[\d.]+)/g)) {
        expect(Number(x[1])).toBeGreaterThan(0);
        expect(Number(x[1])).toBeLessThan(width);
      }
  });

  it('has lines to different states in lanes of their own where they pass the same states', () => {
    const beside = lines
      .filter(({ kind }) => kind === 'past' || kind === 'back')
      .map(({ to, path }) => {
        const [, x, y, end] = /Q(\S+) \S+ \S+ (\S+?)V(\S+?)Q/.exec(path)!;
        return { to, x, top: Math.min(Number(y), Number(end)), bottom: Math.max(Number(y), Number(end)) };
      });
    const together = beside.flatMap((one) =>
      beside.filter(
        (other) => other.to !== one.to && other.x === one.x && other.top < one.bottom && one.top < other.bottom,
      ),
    );
    expect(together).toEqual([]);
  });

  it('has no two lines on the same path', () => expect(new Set(lines.map(({ path }) => path)).size).toBe(lines.length));
});
