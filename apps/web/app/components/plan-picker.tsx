import { dollars, PLANS, type TierId } from '@lampstand/contracts';
import { type Failure, FailureNotice } from './notice.tsx';
import './plan-picker.css';

interface Choice {
  plan: TierId;
  choose: (plan: TierId) => void;
  failure: Failure;
}

/** Native radio buttons styled as cards, for the sign-up and the plan page. */
export function PlanPicker({ choice }: { choice: Choice }) {
  return (
    <fieldset className="plans wide">
      <legend>How many active users do you expect?</legend>
      <p className="small quiet">
        Students and leaders who complete a reflection, finish a challenge or send a message in a month. Every plan has
        every feature, and you can change it later.
      </p>
      <div className="plan-grid">
        {PLANS.map(({ id, name, range, amountInCents }) => (
          <label key={id} className="plan">
            <input
              type="radio"
              name="selectedPlan"
              value={id}
              checked={choice.plan === id}
              onChange={() => choice.choose(id)}
            />
            <span className="plan-range">{range}</span>
            <span className="plan-name">
              active users {!name.includes(range) && <span className="plan-tag">{name}</span>}
            </span>
            <span className="plan-price">
              <span className="figure">{dollars(amountInCents)}</span> a month
            </span>
          </label>
        ))}
      </div>
      <FailureNotice failure={choice.failure} />
    </fieldset>
  );
}
