import { dollars, PLAN_MESSAGES as SAY, planOf, type PlanUpgrade, type PlanView } from '@lampstand/contracts';
import { FailureNotice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast-store.ts';
import { ActButton } from './act-button.tsx';
import { Part } from './part.tsx';
import { usePlanAction } from './plan-query.ts';

interface Props {
  upgrade: PlanUpgrade;
  plan: PlanView;
  token: string;
}

/** More were active than the plan is for: what would fit, and what it costs. Nothing happens unless it is accepted. */
export function UpgradeRequest({ upgrade, plan, token }: Props) {
  const { act, isPending, failure } = usePlanAction(token, 'upgrade', () => showToast(SAY.accepted));
  const { name, range, amountInCents } = planOf(upgrade.plan);
  const price = <strong>{dollars(amountInCents)} a month</strong>;
  if (upgrade.accepted)
    return (
      <Part title="Your new plan is accepted" shows="accepted">
        <p>
          {name}, {price}, is billed from the next month on.
        </p>
      </Part>
    );
  return (
    <Part title="Your ministry has grown" shows="asked">
      <p>
        {upgrade.activeUsers} people were active in a month, and your plan {planOf(plan.plan).name} is for{' '}
        {planOf(plan.plan).range} active users. The plan that fits is <strong>{name}</strong>
        {!name.includes(range) && ` (${range} active users)`} for {price}, billed from the next month on. Nothing
        changes unless you accept it.
      </p>
      <div className="wide" role="alert">
        <FailureNotice failure={failure} />
      </div>
      <ActButton primary onPress={() => act()} pending={isPending} pendingText="Accepting…">
        Accept
      </ActButton>
    </Part>
  );
}
