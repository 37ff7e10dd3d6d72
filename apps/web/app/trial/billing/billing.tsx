import { TOASTS } from '@lampstand/contracts';
import { Notice } from '../../ui/notice.tsx';
import { Stage } from '../stage.tsx';
import type { ScreenProps } from '../wizard.tsx';
import { CardSection } from './card-section.tsx';
import { Timeline } from './consent.tsx';
import { PlanPicker } from './plan-picker.tsx';
import { usePlan } from './use-plan.ts';
import '../../styles/billing.css';

export function Billing({ session }: ScreenProps) {
  const { trial, resumed, cardLost } = session;
  const plan = usePlan(session);
  return (
    <Stage
      step="billing-information"
      title="Choose your plan and card"
      recap={resumed && `Welcome back, ${trial.firstName} — step 3 of 3: choose your plan and save a card.`}
    >
      <p className="lede quiet">Nothing is charged until your 30 days are over.</p>
      {cardLost && (
        <Notice tone="bad" title={TOASTS.paymentError(cardLost).title}>
          <p>{cardLost}</p>
        </Notice>
      )}
      <PlanPicker choice={plan} />
      <Timeline plan={plan.plan} trialEndsAt={trial.trialEndsAt} />
      <CardSection session={session} plan={plan} />
    </Stage>
  );
}
