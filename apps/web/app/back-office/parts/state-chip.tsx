import { stateName } from './state-names.ts';

const GOOD = new Set(['success', 'approved']);
const WAITING = new Set(['phoneVerification', 'billingInformation', 'openingAccount', 'submitted', 'inReview']);

export const StateChip = ({ state }: { state: string }) => (
  <span className={`badge ${GOOD.has(state) ? 'good' : WAITING.has(state) ? 'warn' : ''}`}>{stateName(state)}</span>
);
