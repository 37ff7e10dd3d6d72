import { type RequestState, stateName } from '@lampstand/contracts/back-office';
import { Badge } from '../components/badge.tsx';

const TONES = { new: 'warn', answered: 'good', closed: '' } as const satisfies Record<RequestState, string>;

export const RequestBadge = ({ state }: { state: RequestState }) => (
  <Badge tone={TONES[state]}>{stateName(state)}</Badge>
);
