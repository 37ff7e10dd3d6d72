/** The cost of one step of the sign-up chart, a pure function on server and browser. */
import { movesOf, step, trialSignup } from '@lampstand/workflows';
import { median, percentile } from './lib/measure.mjs';

const ROUNDS = 15;
const ROUND_STEPS = 20_000;

export const title = `step(): ${ROUNDS} rounds of ${ROUND_STEPS.toLocaleString('en')} steps, every move of the chart in turn`;

export default function steps() {
  const moves = movesOf(trialSignup);
  const refused = moves.map(({ from }) => ({ from, event: 'unknown.event' }));
  return [
    { what: 'a move of the chart', ...measured(moves) },
    { what: 'an event that is refused', ...measured(refused) },
  ];
}

/** @param {{ from: string, event: string }[]} steps */
function measured(steps) {
  const round = () => {
    const begun = performance.now();
    for (let turn = 0; turn < ROUND_STEPS; turn += 1) {
      const { from = '', event = '' } = steps[turn % steps.length] ?? {};
      step(trialSignup, from, event);
    }
    return ((performance.now() - begun) * 1000) / ROUND_STEPS;
  };
  round();
  const rounds = Array.from({ length: ROUNDS }, round);
  return { 'microseconds (median)': median(rounds), slowest: percentile(rounds, 1) };
}
