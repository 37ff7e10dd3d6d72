import { type AnyStateMachine, transition } from 'xstate';

/** Any flat, pure chart of this library. */
export type Chart = AnyStateMachine;

/** Where a flow stands after one event, and the names of what follows from it, in the chart's order. */
export interface Step {
  state: string;
  effects: string[];
}

/** One legal move of a chart: the event `event` leads from `from` to `to`. */
export interface Move {
  from: string;
  event: string;
  to: string;
}

/**
 * The one pure step both sides use. Returns undefined when the chart has no such move from this state: XState alone
 * would ignore the event silently.
 */
export function step(chart: Chart, state: string, event: string): Step | undefined {
  const now = chart.resolveState({ value: state, context: {} });
  if (!now.can({ type: event })) return undefined;
  const [next, actions] = transition(chart, now, { type: event });
  return { state: String(next.value), effects: actions.map((action) => action.type) };
}

/** Every legal move of a chart, in the order it is written. */
export function movesOf(chart: Chart): Move[] {
  return Object.entries(chart.states).flatMap(([from, node]) =>
    Object.keys(node.on).flatMap((event) => {
      const next = step(chart, from, event);
      return next ? [{ from, event, to: next.state }] : [];
    }),
  );
}

/** The names of all that can follow from moves of a chart, each once. */
export const effectsOf = (chart: Chart): string[] => [
  ...new Set(movesOf(chart).flatMap(({ from, event }) => step(chart, from, event)?.effects ?? [])),
];

/** The state a new subject starts from. */
export const initialStateOf = (chart: Chart): string => chart.config.initial as string;
