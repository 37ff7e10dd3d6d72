/** The cost of one transition of the sign-up chart, a pure function on server and browser. */
import { transition, transitionsOf, trialSignup } from '@lampstand/workflows';
import { median, percentile } from './lib/measure.mjs';

const ROUNDS = 15;
const ROUND_STEPS = 20_000;

export const title = `transition(): ${ROUNDS} rounds of ${ROUND_STEPS.toLocaleString('en')} calls, every transition of the chart in turn`;

export default function steps() {
  const accepted = transitionsOf(trialSignup);
  const refused = accepted.map(({ from }) => ({ from, event: 'unknown.event' }));
  return [
    { what: 'a transition of the chart', ...measured(accepted) },
    { what: 'an event that is refused', ...measured(refused) },
  ];
}

/** @param {{ from: string, event: string }[]} steps */
function measured(steps) {
  const round = () => {
    const begun = performance.now();
    for (let turn = 0; turn < ROUND_STEPS; turn += 1) {
      const { from = '', event = '' } = steps[turn % steps.length] ?? {};
      transition(trialSignup, from, event);
    }
    return ((performance.now() - begun) * 1000) / ROUND_STEPS;
  };
  round();
  const rounds = Array.from({ length: ROUNDS }, round);
  return { 'microseconds (median)': median(rounds), slowest: percentile(rounds, 1) };
}
