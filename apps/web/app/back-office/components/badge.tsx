import { ambassadorApplication, statesTagged, trialSignup } from '@lampstand/workflows';
import type { ReactNode } from 'react';
import { stateName } from '../format.ts';
import './badge.css';

type Tone = 'good' | 'warn' | 'bad' | '';

export const Badge = ({ tone = '', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`badge ${tone}`}>{children}</span>
);

const GOOD = new Set<string>([
  ...statesTagged(trialSignup, 'opened'),
  ...statesTagged(ambassadorApplication, 'approved'),
]);
const WAITING = new Set<string>([...statesTagged(trialSignup, 'open'), ...statesTagged(ambassadorApplication, 'open')]);

/** The state of a sign-up or an ambassador application. */
export const StateBadge = ({ state }: { state: string }) => (
  <Badge tone={GOOD.has(state) ? 'good' : WAITING.has(state) ? 'warn' : ''}>{stateName(state)}</Badge>
);
