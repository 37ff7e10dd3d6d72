import { dollars, FIELD_MESSAGES } from '@lampstand/contracts';
import { TextField } from '../components/field.tsx';
import { Notice } from '../components/notice.tsx';
import { TRIAL_REQUEST, trialWith } from '../lib/site.ts';
import { type PlanAnswer, usePlanAnswer } from './plan-answer.ts';

/** The question that finds the plan, and its answer. */
export function HowMany() {
  const { typed, refusal, answer } = usePlanAnswer();
  return (
    <section className="card how-many" id="how-many" aria-label="Find your plan">
      {refusal && <Notice tone="bad">{refusal.error.error}</Notice>}
      <form action="/pricing#how-many" noValidate>
        <TextField
          name="people"
          label="How many take part in a normal month?"
          type="number"
          inputMode="numeric"
          min={1}
          max={100000}
          step={1}
          required
          placeholder="30"
          defaultValue={typed}
          error={typed !== undefined && !answer && !refusal ? FIELD_MESSAGES.people : undefined}
          hint="Students and leaders who really take part, not everyone on your list."
        />
        <div className="row">
          <button type="submit" className="button primary">
            Find our plan
          </button>{' '}
          <button type="submit" className="button second" formAction="/pricing/treasurer">
            Sheet for the treasurer
          </button>
        </div>
      </form>
      {answer && <Answer answer={answer} />}
    </section>
  );
}

function Answer({ answer }: { answer: PlanAnswer }) {
  const { people, plan } = answer;
  if (plan.maxActiveUsers === null)
    return (
      <div className="answer">
        <h2>{people.toLocaleString('en-US')} people: let us talk</h2>
        <p>For 500 or more we agree on a plan together. Tell us about your ministry, and a real person will answer.</p>
        <a className="button primary" href={TRIAL_REQUEST}>
          Get a Quote
        </a>
      </div>
    );
  return (
    <div className="answer">
      <h2>
        {plan.name}, {dollars(plan.amountInCents)} a month
      </h2>
      <PlanCosts answer={answer} className="plan-answer" />
      <a className="button primary" href={trialWith(plan.id)}>
        Start with this plan
      </a>
    </div>
  );
}

interface Costs {
  answer: PlanAnswer;
  className: string | undefined;
}

/** What the plan costs, and the dates of a sign-up today. */
export const PlanCosts = ({ answer: { people, plan, today, firstCharge }, className }: Costs) => (
  <dl className={className}>
    <div>
      <dt>Per person</dt>
      <dd>
        {dollars(plan.amountInCents / people)} a month, for {people.toLocaleString('en-US')}
      </dd>
    </div>
    <div>
      <dt>A full year</dt>
      <dd>{dollars(plan.amountInCents * 12)}</dd>
    </div>
    <div>
      <dt>Sign up today</dt>
      <dd>{today}: nothing is charged</dd>
    </div>
    <div>
      <dt>The trial ends, and the first month is charged</dt>
      <dd>{firstCharge}, unless you cancel before</dd>
    </div>
  </dl>
);
