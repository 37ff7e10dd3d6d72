import { dollars, PLAN_MESSAGES, planOf, type PlanUpgrade, type PlanView } from '@lampstand/contracts';
import { ActionButton } from '../components/buttons.tsx';
import { FailureNotice } from '../components/notice.tsx';
import { showToast } from '../components/toast-store.ts';
import { usePlanAction } from './plan-query.ts';
import { PlanSection } from './plan-section.tsx';

interface Props {
  upgrade: PlanUpgrade;
  plan: PlanView;
  token: string;
}

/** Offers the plan that fits after a month above the limit. Nothing changes unless it is accepted. */
export function UpgradeRequest({ upgrade, plan, token }: Props) {
  const { act, isPending, failure } = usePlanAction(token, 'upgrade', () => showToast(PLAN_MESSAGES.accepted));
  const { name, range, amountInCents } = planOf(upgrade.plan);
  const price = <strong>{dollars(amountInCents)} a month</strong>;
  if (upgrade.accepted)
    return (
      <PlanSection title="Your new plan is accepted" shows="accepted">
        <p>
          {name}, {price}, is billed from the next month on.
        </p>
      </PlanSection>
    );
  return (
    <PlanSection title="Your ministry has grown" shows="asked">
      <p>
        {upgrade.activeUsers} people were active in a month, and your plan {planOf(plan.plan).name} is for{' '}
        {planOf(plan.plan).range} active users. The plan that fits is <strong>{name}</strong>
        {!name.includes(range) && ` (${range} active users)`} for {price}, billed from the next month on. Nothing
        changes unless you accept it.
      </p>
      <div className="wide" role="alert">
        <FailureNotice failure={failure} />
      </div>
      <ActionButton primary onPress={() => act()} pending={isPending} pendingText="Accepting…">
        Accept
      </ActionButton>
    </PlanSection>
  );
}
