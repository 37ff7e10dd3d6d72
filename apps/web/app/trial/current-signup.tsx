import type { CurrentSignupAnswer } from '@lampstand/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '../components/notice.tsx';
import { useHydrated } from '../lib/hydration.ts';
import { resumePath, usePlanInAddress } from './trial-session.ts';

/** The unfinished sign-up that this browser saved. */
function useCurrentSignup() {
  const hydrated = useHydrated();
  const plan = usePlanInAddress();
  const { data } = useQuery<CurrentSignupAnswer>({
    queryKey: ['/api/trial-signup/current'],
    enabled: hydrated && /\bsignup=1/.test(document.cookie),
    // The sign-up may have advanced in another tab.
    staleTime: 0,
  });
  return data?.signup && { ...data.signup, path: resumePath(data.signup.trialId) + (plan ? `&plan=${plan}` : '') };
}

/** The same after a refusal, where an account has what was typed. */
export function ContinueInstead() {
  const signup = useCurrentSignup();
  if (!signup) return null;
  return (
    <p>
      This browser has an unfinished sign-up: <a href={signup.path}>Continue your sign-up</a>.
    </p>
  );
}

/** Leads from the empty form back to this browser's unfinished sign-up. */
export function CurrentSignup() {
  const [over, setOver] = useState(false);
  const signup = useCurrentSignup();
  if (!signup || over) return null;
  return (
    <Notice tone="good">
      <div className="row">
        <a className="button primary compact" href={signup.path}>
          <span>
            Continue your <span className="nowrap">sign-up,</span> {signup.firstName}: step {signup.number} of{' '}
            {signup.of}
          </span>
        </a>
        <button type="button" className="link-button" onClick={() => setOver(true)}>
          Start a new one
        </button>
      </div>
    </Notice>
  );
}
