/** Every released version of every chart, oldest first. Written by `npm run charts -- release`; do not edit. */
import type { ChartVersion } from '../src/versions.ts';
import ambassadorApplication1 from './ambassador-application-1.ts';
import subscriptionLife1 from './subscription-life-1.ts';
import trialSignup1 from './trial-signup-1.ts';
import trialSignup2 from './trial-signup-2.ts';
import trialSignup3 from './trial-signup-3.ts';

const RELEASED: readonly ChartVersion[] = [
  ambassadorApplication1,
  subscriptionLife1,
  trialSignup1,
  trialSignup2,
  trialSignup3,
];

/** The released versions of a chart, oldest first. */
export const releasedVersionsOf = (chart: string): ChartVersion[] =>
  RELEASED.filter((version) => version.chart === chart);
