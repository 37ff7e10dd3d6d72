import { type AnyStateMachine, type StateValueFrom, type TagsFrom, transition as xstateTransition } from 'xstate';

/** Any flat, pure chart of this library: no context, no guards, no timers, no calls. */
export type Chart = AnyStateMachine;

/** The state after one event, and the names of the effects that follow, in the chart's order. */
export interface NextState {
  state: string;
  effects: string[];
}

/** One legal transition of a chart: the event `event` leads from `from` to `to`. */
export interface Transition {
  from: string;
  event: string;
  to: string;
}

/**
 * The one pure function both sides use. Returns undefined when the chart has no such transition from this state: XState
 * alone ignores the event silently. A state that this version of the chart does not have takes no event.
 */
export function transition(chart: Chart, state: string, event: string): NextState | undefined {
  if (!hasState(chart, state)) return undefined;
  const now = chart.resolveState({ value: state, context: {} });
  if (!now.can({ type: event })) return undefined;
  const [next, actions] = xstateTransition(chart, now, { type: event });
  return { state: String(next.value), effects: actions.map((action) => action.type) };
}

/** Every legal transition of a chart, in the order it is written. */
export function transitionsOf(chart: Chart): Transition[] {
  return Object.entries(chart.states).flatMap(([from, node]) =>
    Object.keys(node.on).flatMap((event) => {
      const next = transition(chart, from, event);
      return next ? [{ from, event, to: next.state }] : [];
    }),
  );
}

/** The names of all effects that the transitions of a chart have, each once. */
export const effectsOf = (chart: Chart): string[] => [
  ...new Set(transitionsOf(chart).flatMap(({ from, event }) => transition(chart, from, event)?.effects ?? [])),
];

/** The state a new subject starts from. */
export const initialStateOf = (chart: Chart): string => chart.config.initial as string;

/** False for a state of another version of the chart, which a newer or older server may have written. */
export const hasState = <C extends Chart>(chart: C, state: string): state is StateValueFrom<C> & string =>
  Object.hasOwn(chart.states, state);

/** Whether a state carries a tag. False for a state that this version of the chart does not have. */
export const hasTag = <C extends Chart>(chart: C, state: string, tag: TagsFrom<C>): boolean =>
  hasState(chart, state) && chart.states[state]!.tags.includes(tag);

/** The states that carry a tag, in the order of the chart. */
export const statesTagged = <C extends Chart>(chart: C, tag: TagsFrom<C>): (StateValueFrom<C> & string)[] =>
  Object.keys(chart.states).filter(
    (state): state is StateValueFrom<C> & string => hasState(chart, state) && hasTag(chart, state, tag),
  );

/** The states that carry a tag as SQL literals, for `state IN (${…})`: constants, so that partial indexes match. */
export const sqlStates = <C extends Chart>(chart: C, tag: TagsFrom<C>): string =>
  statesTagged(chart, tag)
    .map((state) => `'${state}'`)
    .join(', ');
