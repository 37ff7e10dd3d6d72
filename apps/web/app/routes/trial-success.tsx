import { finishCheckout } from '../checkout-return/finish-checkout.ts';
import { useOnceRead } from '../lib/once-read.ts';
import { ReturnPage } from '../checkout-return/return-page.tsx';
import { ReturnFrame } from '../checkout-return/return-frame.tsx';
import { appPages } from '../site/app-pages.ts';
import { headOf } from '../site/head.ts';

export const handle = { hydrate: appPages.trialSuccess.hydrate };
export const meta = () => headOf(appPages.trialSuccess);

function CheckoutReturn() {
  const { session_id: sessionId } = useOnceRead(['session_id']);
  return <ReturnPage name={[sessionId]} finish={() => finishCheckout(sessionId)} />;
}

export default function TrialSuccessPage() {
  return (
    <ReturnFrame>
      <CheckoutReturn />
    </ReturnFrame>
  );
}
