import { dollars, FIELD_MESSAGES, type Plan, PLANS, pricePerPerson } from '@lampstand/contracts';
import { TextField } from '../components/field.tsx';
import { InlineScript } from '../components/inline-script.tsx';
import { Notice } from '../components/notice.tsx';
import { CHURCH_OF_150 } from '../content/fit.ts';
import { TRIAL_REQUEST, trialWith } from '../lib/site.ts';
import liveAnswer from './live-answer.ts?minified';
import { shownFor } from './shown-for.ts';
import { usePlanAnswer } from './plan-answer.ts';
import styles from './how-many.module.css';

/** The question that finds the plan, and its answer: at once by `live-answer.ts`, with its dates by the server. */
export function HowMany() {
  const { typed, refusal, answer } = usePlanAnswer();
  return (
    <>
      <section className={`card ${styles.howMany}`} id="how-many" aria-label="Find your plan">
        {refusal && <Notice tone="bad">{refusal.error.error}</Notice>}
        <form className={styles.question} action="/pricing#how-many" noValidate>
          <TextField
            name="people"
            label="How many take part in a normal month?"
            type="number"
            inputMode="numeric"
            autoComplete="off"
            min={1}
            max={100000}
            step={1}
            required
            defaultValue={typed}
            error={typed !== undefined && !answer && !refusal ? FIELD_MESSAGES.people : undefined}
            hint="Students and leaders who really take part, not everyone on your list."
          />
          <div role="status" data-unsearched="" className={styles.answers}>
            {PLANS.map((plan) => (
              <Answer key={plan.id} plan={plan} people={answer?.people} />
            ))}
            {answer && (
              <p className="small quiet" {...shownFor(answer.people, { range: '1-499', maxActiveUsers: 499 })}>
                Sign up today, {answer.today}, and nothing is charged before {answer.firstCharge}.
              </p>
            )}
          </div>
          <p className="small quiet">
            Church of 150? You don’t pay for the 150. If {CHURCH_OF_150.students} students and {CHURCH_OF_150.leaders}{' '}
            leaders take part, for example,{' '}
            <a href={`/pricing?people=${CHURCH_OF_150.people}#how-many`} data-preset={CHURCH_OF_150.people}>
              it’s for {CHURCH_OF_150.people}
            </a>
            .
          </p>
          <div className="row">
            <button type="submit" className="button second">
              Find our plan
            </button>{' '}
            <button type="submit" className="button second" formAction="/pricing/treasurer">
              Sheet for the treasurer
            </button>
          </div>
        </form>
      </section>
      <InlineScript code={liveAnswer} />
    </>
  );
}

function Answer({ plan, people }: { plan: Plan; people: number | undefined }) {
  const { id, name, range, amountInCents, maxActiveUsers } = plan;
  const shown = { className: styles.answer, 'data-answer': '', ...shownFor(people, plan) };
  const number = <span data-people="">{people?.toLocaleString('en-US')}</span>;
  if (maxActiveUsers === null)
    return (
      <div {...shown}>
        <h2>{number} people: let’s talk</h2>
        <p>For 500 or more we agree on a plan together. Tell us about your ministry, and a real person will answer.</p>
        <a className="button primary" href={TRIAL_REQUEST}>
          Get a Quote
        </a>
      </div>
    );
  return (
    <div {...shown}>
      <h2>
        {name}, {dollars(amountInCents)} a month
      </h2>
      <p>
        With {number} who take part, that’s{' '}
        <strong>
          <span data-each={amountInCents}>{people && dollars(amountInCents / people)}</span> a person
        </strong>
        . The plan covers {range.replace('-', ' to ')} people, at {pricePerPerson(plan)} each. A full year is{' '}
        {dollars(amountInCents * 12)}.
      </p>
      <a className="button primary" href={trialWith(id)}>
        Start with this plan
      </a>
    </div>
  );
}
