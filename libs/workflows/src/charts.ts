import { ambassadorApplication } from './ambassador-application.ts';
import type { Chart } from './chart.ts';
import { subscriptionLife } from './subscription-life.ts';
import { trialSignup } from './trial-signup.ts';

/** Every flow of the product: what the database, the documents and the tests go through. */
export const CHARTS: readonly Chart[] = [trialSignup, subscriptionLife, ambassadorApplication];
