import { describe, expect, it } from '@jest/globals';
import { createMachine } from 'xstate';
import { releasedVersionsOf } from '../history/index.ts';
import { CHARTS } from './charts.ts';
import {
  type ChartVersion,
  differenceOf,
  gapsOf,
  journaledTransitionsOf,
  problemsOf,
  removedStatesOf,
  renamedEffectsOf,
  successorOf,
  versionOf,
} from './versions.ts';

/** A parcel: packed, held (from version 2 on, named `paused` in version 3), sent. */
const V1 = version(1, {
  packed: { sent: { to: 'sent', effects: ['sendLetter'] } },
  sent: {},
});
const V2 = version(2, {
  packed: { sent: { to: 'sent', effects: ['sendLetter'] }, held: { to: 'held', effects: [] } },
  held: { freed: { to: 'packed', effects: [] } },
  sent: {},
});
const V3: ChartVersion = {
  ...version(3, {
    packed: { sent: { to: 'sent', effects: ['sendMail'] }, held: { to: 'paused', effects: [] } },
    paused: { freed: { to: 'packed', effects: [] } },
    sent: {},
  }),
  movedStates: { held: 'paused' },
  renamedEffects: { sendLetter: 'sendMail' },
};

function version(number: number, states: ChartVersion['states']): ChartVersion {
  return { chart: 'parcel', version: number, initial: 'packed', states };
}

const chart = (version: string, target = 'sent') =>
  createMachine({
    id: 'parcel',
    version,
    initial: 'packed',
    states: {
      packed: { on: { sent: { target, actions: 'sendLetter' } } },
      sent: {},
      ...(target !== 'sent' && { [target]: {} }),
    },
  });

describe('the charts of the product', () => {
  it.each(CHARTS.map((each) => [each.id, each] as const))('%s is as its newest released version', (id, each) => {
    expect(problemsOf(each, releasedVersionsOf(id))).toEqual([]);
  });
});

describe('a chart and its released versions', () => {
  it('agree when nothing of the chart changed', () => {
    expect(versionOf(chart('1'))).toEqual(V1);
    expect(problemsOf(chart('1'), [V1])).toEqual([]);
  });

  it('refuse a difference without a new version, and show it', () => {
    const [problem] = problemsOf(chart('1', 'lost'), [V1]);
    expect(problem).toContain('differs from its released version 1');
    expect(problem).toContain('- packed --sent--> sent (sendLetter)');
    expect(problem).toContain('+ packed --sent--> lost (sendLetter)');
  });

  it('refuse a version that is not released', () => {
    expect(problemsOf(chart('2', 'lost'), [V1])).toEqual([expect.stringContaining('version 2, which is not released')]);
    expect(problemsOf(chart('1'), [])).toEqual([expect.stringContaining('has no released version')]);
  });

  it('show added and dropped states, transitions and effects', () => {
    expect(differenceOf(V1, V2)).toEqual(['+ state held', '+ packed --held--> held', '+ held --freed--> packed']);
    expect(differenceOf(V2, V2)).toEqual([]);
  });
});

describe('the change from one version to the next', () => {
  it('has no gaps when states are added only', () => {
    expect(gapsOf(V1, V2)).toEqual([]);
  });

  it('says where the subjects of a removed state go, and what does the jobs of a removed effect', () => {
    expect(gapsOf(V2, V3)).toEqual([]);
    const { movedStates: _, renamedEffects: __, ...silent } = V3;
    expect(gapsOf(V2, silent)).toEqual([
      'parcel 3 lacks the state held: say where its subjects go (--state held=<state>).',
      'parcel 3 lacks the effect sendLetter: say what does its jobs (--effect sendLetter=<effect>).',
    ]);
    expect(gapsOf(V2, { ...V3, movedStates: { held: 'nowhere' } })).toHaveLength(1);
  });

  it('counts up by one', () => {
    expect(gapsOf(V1, { ...V3, version: 3 })).toContain('parcel 3 must follow version 1 by one.');
  });
});

describe('a subject of an older version', () => {
  it('moves to the state that replaces its own, across versions', () => {
    const v4 = { ...version(4, { packed: {}, waiting: {}, sent: {} }), movedStates: { paused: 'waiting' } };
    expect(successorOf([V1, V2, V3], 'held')).toBe('paused');
    expect(successorOf([V1, V2, V3, v4], 'held')).toBe('waiting');
    expect(removedStatesOf([V1, V2, V3, v4])).toEqual(
      new Map([
        ['held', 'waiting'],
        ['paused', 'waiting'],
      ]),
    );
  });

  it('stays where its state still exists, and where no version knows it', () => {
    expect(successorOf([V1, V2, V3], 'packed')).toBeUndefined();
    expect(successorOf([V1, V2, V3], 'onTheMoon')).toBeUndefined();
  });

  it('has its waiting jobs done by the effect that replaces theirs', () => {
    const v4 = { ...version(4, V3.states), renamedEffects: { sendMail: 'sendMessage' } };
    expect([...renamedEffectsOf([V1, V2, V3, v4])]).toEqual([
      ['sendLetter', 'sendMessage'],
      ['sendMail', 'sendMessage'],
    ]);
  });

  it('leaves journal rows that are legal under the version that wrote them', () => {
    const legal = journaledTransitionsOf([V1, V2, V3]).map(
      ({ version, from, event, to }) => `${version} ${from} ${event} ${to}`,
    );
    expect(legal).toEqual([
      '1 packed sent sent',
      '2 packed sent sent',
      '2 packed held held',
      '2 held freed packed',
      '3 packed sent sent',
      '3 packed held paused',
      '3 paused freed packed',
      '3 held chart.migrated paused',
    ]);
  });
});
