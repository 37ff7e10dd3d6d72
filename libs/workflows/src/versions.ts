/**
 * Versions of charts as data. A version is what a journal row, a job or another server can notice of a chart: its states,
 * transitions and effects. Descriptions, tags and meta are not part of it.
 */
import { type Chart, initialStateOf, transition, transitionsOf } from './chart.ts';

export interface ChartVersion {
  chart: string;
  version: number;
  initial: string;
  /** By state, then by event. A state without events is an end. */
  states: Record<string, Record<string, { to: string; effects: string[] }>>;
  /** States of the version before that this one lacks, each with the state that its subjects move to. */
  movedStates?: Record<string, string>;
  /** Effects of the version before that this one lacks, each with the effect that does its waiting jobs. */
  renamedEffects?: Record<string, string>;
}

/** The event that moves a subject out of a state that its chart no longer has. */
export const MIGRATED = 'chart.migrated';

/** A chart of the code as data. */
export function versionOf(chart: Chart): ChartVersion {
  const states: ChartVersion['states'] = {};
  for (const state of Object.keys(chart.states)) states[state] = {};
  for (const { from, event, to } of transitionsOf(chart))
    states[from]![event] = { to, effects: transition(chart, from, event)!.effects };
  return { chart: chart.id, version: Number(chart.version), initial: initialStateOf(chart), states };
}

/** What a version adds (+) and drops (-) against another one, a line for each. Empty when a journal cannot tell them apart. */
export function differenceOf(before: ChartVersion, after: ChartVersion): string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ];
}

function linesOf({ initial, states }: ChartVersion): string[] {
  const transitions = Object.entries(states).flatMap(([from, events]) =>
    Object.entries(events).map(([event, { to, effects }]) =>
      [`${from} --${event}--> ${to}`, ...(effects.length ? [`(${effects.join(', ')})`] : [])].join(' '),
    ),
  );
  return [`starts in ${initial}`, ...Object.keys(states).map((state) => `state ${state}`), ...transitions];
}

const effectsIn = ({ states }: ChartVersion): Set<string> =>
  new Set(Object.values(states).flatMap((events) => Object.values(events).flatMap(({ effects }) => effects)));

/**
 * What is wrong with a chart and its released versions, oldest first; each sentence says what to do. None is what a commit
 * needs.
 */
export function problemsOf(chart: Chart, released: readonly ChartVersion[]): string[] {
  const newest = released.at(-1);
  const current = versionOf(chart);
  if (!newest) return [`${chart.id} has no released version: run \`npm run charts -- release ${chart.id}\`.`];
  const difference = differenceOf(newest, current);
  const problems = released.flatMap((version, index) => gapsOf(released[index - 1], version));
  if (difference.length && current.version === newest.version)
    problems.push(
      `${chart.id} differs from its released version ${newest.version}; raise its version and run \`npm run charts -- release ${chart.id}\`:\n  ${difference.join('\n  ')}`,
    );
  else if (current.version !== newest.version)
    problems.push(
      `${chart.id} has version ${current.version}, which is not released: run \`npm run charts -- release ${chart.id}\`.`,
    );
  return problems;
}

/** What the change from one version to the next leaves open. */
export function gapsOf(before: ChartVersion | undefined, after: ChartVersion): string[] {
  if (!before) return [];
  const name = `${after.chart} ${after.version}`;
  const gone = (state: string) => !(state in after.states);
  const effects = effectsIn(after);
  return [
    ...(after.version === before.version + 1 ? [] : [`${name} must follow version ${before.version} by one.`]),
    ...Object.keys(before.states)
      .filter(gone)
      .filter((state) => gone(after.movedStates?.[state] ?? state))
      .map((state) => `${name} lacks the state ${state}: say where its subjects go (--state ${state}=<state>).`),
    ...[...effectsIn(before)]
      .filter((effect) => !effects.has(effect) && !effects.has(after.renamedEffects?.[effect] ?? effect))
      .map((effect) => `${name} lacks the effect ${effect}: say what does its jobs (--effect ${effect}=<effect>).`),
  ];
}

/** The state that a subject in `state`, which the newest version lacks, moves to; undefined for a state of the future. */
export function successorOf(released: readonly ChartVersion[], state: string): string | undefined {
  const newest = released.at(-1);
  let now = state;
  for (const { movedStates = {} } of released) now = movedStates[now] ?? now;
  return newest && now !== state && now in newest.states ? now : undefined;
}

/** Every state that the newest version lacks, with the one that its subjects move to. */
export const removedStatesOf = (released: readonly ChartVersion[]): Map<string, string> =>
  new Map(
    released
      .flatMap(({ states }) => Object.keys(states))
      .flatMap((state) => {
        const to = successorOf(released, state);
        return to && !(state in (released.at(-1)?.states ?? {})) ? [[state, to] as const] : [];
      }),
  );

/** Every effect that the newest version lacks, with the one that does its waiting jobs. */
export function renamedEffectsOf(released: readonly ChartVersion[]): Map<string, string> {
  const renamed = new Map<string, string>();
  for (const { renamedEffects = {} } of released) {
    for (const [old, now] of renamed) renamed.set(old, renamedEffects[now] ?? now);
    for (const [old, now] of Object.entries(renamedEffects)) renamed.set(old, now);
  }
  return renamed;
}

/** The transitions that a journal row of a version may stand for: its own, and those out of the states it lacks. */
export function journaledTransitionsOf(
  released: readonly ChartVersion[],
): { version: number; from: string; event: string; to: string }[] {
  return released.flatMap((each, index) => [
    ...Object.entries(each.states).flatMap(([from, events]) =>
      Object.entries(events).map(([event, { to }]) => ({ version: each.version, from, event, to })),
    ),
    ...[...removedStatesOf(released.slice(0, index + 1))].map(([from, to]) => ({
      version: each.version,
      from,
      event: MIGRATED,
      to,
    })),
  ]);
}
