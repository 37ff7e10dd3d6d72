import { AppFrame } from '../lib/app-frame.tsx';
import { headOf } from '../site/head.ts';
import { pages } from '../site/pages.ts';
import { ResumingVeil } from '../trial/resuming-veil.tsx';
import { TrialSignup } from '../trial/trial-signup.tsx';

export const handle = { hydrate: pages.trial.hydrate };
export const meta = () => headOf(pages.trial);

export default function TrialPage() {
  return (
    <AppFrame>
      <ResumingVeil />
      <TrialSignup />
    </AppFrame>
  );
}
