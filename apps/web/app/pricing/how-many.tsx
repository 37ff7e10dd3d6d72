import { PLANS } from '@lampstand/contracts';
import { Fragment } from 'react';
import { TRIAL_REQUEST, trialWith } from '../lib/site.ts';
import '../components/field.css';
import '../components/notice.css';

/** The question that finds the plan. The server answers it on this page (`site/pricing.controller.ts`). */
export const HowMany = () => (
  <section className="card how-many" id="how-many" aria-label="Find your plan">
    <form action="/pricing/answer#how-many" noValidate>
      <div className="field">
        <label htmlFor="people">How many take part in a normal month?</label>
        <input
          className="control"
          id="people"
          name="people"
          type="number"
          inputMode="numeric"
          min={1}
          max={100000}
          step={1}
          required
          placeholder="30"
          aria-describedby="people-hint"
        />
        <p className="hint" id="people-hint">
          Students and leaders who really take part, not everyone on your list.
        </p>
      </div>
      <div className="row">
        <button type="submit" className="button primary">
          Find our plan
        </button>{' '}
        <button type="submit" className="button second" formAction="/pricing/answer/treasurer">
          Sheet for the treasurer
        </button>
      </div>
    </form>
    <div className="answer" data-if="answer" hidden>
      <h2>
        <span data-fill="plan" />, <span data-fill="price" /> a month
      </h2>
      <PlanAnswer />
      {PLANS.filter(({ maxActiveUsers }) => maxActiveUsers).map(({ id }) => (
        <Fragment key={id}>
          <a className="button primary" href={trialWith(id)} data-if={id} hidden>
            Start with this plan
          </a>{' '}
        </Fragment>
      ))}
    </div>
    <div className="answer" data-if="contact" hidden>
      <h2>
        <span data-fill="people" /> people: let us talk
      </h2>
      <p>For 500 or more we agree on a plan together. Tell us about your ministry, and a real person will answer.</p>
      <a className="button primary" href={TRIAL_REQUEST}>
        Ask for a Quote
      </a>
    </div>
  </section>
);

/** What the plan costs, and the dates of a sign-up today. */
export const PlanAnswer = () => (
  <dl className="plan-answer">
    <div>
      <dt>For each of your people</dt>
      <dd>
        <span data-fill="each" /> a month, for <span data-fill="people" />
      </dd>
    </div>
    <div>
      <dt>A full year</dt>
      <dd>
        <span data-fill="year" />
      </dd>
    </div>
    <div>
      <dt>Sign up today</dt>
      <dd>
        <span data-fill="today" />: nothing is charged
      </dd>
    </div>
    <div>
      <dt>The trial ends, and the first month is charged</dt>
      <dd>
        <span data-fill="first-charge" />, unless you cancel before
      </dd>
    </div>
  </dl>
);
