import { finishSetup } from '../checkout-return/finish-setup.ts';
import { useOnceRead } from '../lib/once-read.ts';
import { ReturnFrame } from '../checkout-return/return-frame.tsx';
import { ReturnPage } from '../checkout-return/return-page.tsx';
import { appPages } from '../site/app-pages.ts';
import { headOf } from '../site/head.ts';

export const handle = { hydrate: appPages.trialCheckoutSuccess.hydrate };
export const meta = () => headOf(appPages.trialCheckoutSuccess);

const TOLD = ['trial_id', 'setup_intent', 'redirect_status'] as const;

function SetupReturn() {
  const {
    trial_id: trialId,
    setup_intent: setupIntentId,
    redirect_status: redirectStatus,
  } = useOnceRead(TOLD, ['trial_id']);
  const told = { trialId, setupIntentId, redirectStatus };
  return <ReturnPage name={Object.values(told)} finish={() => finishSetup(told)} />;
}

export default function TrialCheckoutSuccessPage() {
  return (
    <ReturnFrame>
      <SetupReturn />
    </ReturnFrame>
  );
}
