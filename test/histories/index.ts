export { castInWords } from './cast.ts';
export { LINK_SECRETS } from './plan-acts.ts';
export { aHistory, runHistories } from './run-histories.ts';
