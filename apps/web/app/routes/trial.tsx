import { AppFrame } from '../lib/app-frame.tsx';
import { appPages } from '../site/app-pages.ts';
import { headOf } from '../site/head.ts';
import { ResumingVeil } from '../trial/resuming-veil.tsx';
import { TrialSignup } from '../trial/trial-signup.tsx';

export const handle = { hydrate: appPages.trial.hydrate };
export const meta = () => headOf(appPages.trial);

export default function TrialPage() {
  return (
    <AppFrame>
      <ResumingVeil />
      <TrialSignup />
    </AppFrame>
  );
}
