import type { CurrentSignupAnswer } from '@lampstand/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '../components/notice.tsx';
import { useHydrated } from '../lib/hydration.ts';
import { resumePath, usePlanInAddress } from './trial-session.ts';

/** Leads from the empty form back to this browser's unfinished sign-up. */
export function CurrentSignup() {
  const hydrated = useHydrated();
  const [over, setOver] = useState(false);
  const plan = usePlanInAddress();
  const { data } = useQuery<CurrentSignupAnswer>({
    queryKey: ['/api/trial-signup/current'],
    enabled: hydrated && /\bsignup=1/.test(document.cookie),
    // The sign-up may have advanced in another tab.
    staleTime: 0,
  });
  const signup = data?.signup;
  if (!signup || over) return null;
  return (
    <Notice tone="good">
      <div className="row">
        <a className="button primary compact" href={resumePath(signup.trialId) + (plan ? `&plan=${plan}` : '')}>
          Continue your sign-up, {signup.firstName}: step {signup.number} of {signup.of}
        </a>
        <button type="button" className="link-button" onClick={() => setOver(true)}>
          Start a new one
        </button>
      </div>
    </Notice>
  );
}
