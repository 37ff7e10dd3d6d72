import { finishCheckout } from '../checkout-return/finish-checkout.ts';
import { useOnceRead } from '../lib/once-read.ts';
import { ReturnPage } from '../checkout-return/return-page.tsx';
import { ReturnFrame } from '../checkout-return/return-frame.tsx';
import { headOf } from '../site/head.ts';
import { pages } from '../site/pages.ts';

export const handle = { hydrate: pages.trialSuccess.hydrate };
export const meta = () => headOf(pages.trialSuccess);

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
