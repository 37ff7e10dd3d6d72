import { trialId as trialIdRule } from '@lampstand/contracts';
import { useSearchParams } from 'react-router-dom';
import { useHydrated } from '../lib/hydrated.ts';

export type ResumeLink = { trialId: number } | 'broken' | undefined;

export const resumePath = (trialId: number | string) => `/trial?step=verification&trialId=${trialId}`;

/** What the address says about a saved sign-up. Nothing while the prerendered page is being taken over. */
export function useResumeLink(): ResumeLink {
  const hydrated = useHydrated();
  const [query] = useSearchParams();
  if (!hydrated || query.get('step') !== 'verification') return undefined;
  const told = trialIdRule.safeParse(query.get('trialId'));
  return told.success ? { trialId: told.data } : 'broken';
}
