import { dollars, planOf, PLANS, type TierId } from '@lampstand/contracts';
import { useHydrated } from '../lib/hydration.ts';
import { TRIAL_REQUEST } from '../lib/site.ts';
import { type Failure, FailureNotice } from './notice.tsx';
import { NewTabLink } from './text-links.tsx';
import styles from './plan-picker.module.css';

interface Choice {
  plan: TierId;
  choose: (plan: TierId) => void;
  failure?: Failure;
}

/** Native radio buttons styled as chips, for the sign-up and the plan page. Disabled until React can save the choice. */
export function PlanPicker({ choice }: { choice: Choice }) {
  return (
    <fieldset className={`wide ${styles.picker}`} disabled={!useHydrated()}>
      <legend>About how many students and leaders take part?</legend>
      <div className={styles.plans}>
        {PLANS.map(({ id, range, amountInCents }) => (
          <label key={id} className={styles.plan}>
            <input
              type="radio"
              name="selectedPlan"
              value={id}
              checked={choice.plan === id}
              onChange={() => choice.choose(id)}
            />
            <span className={styles.range}>{range}</span> <span className={styles.price}>{dollars(amountInCents)}</span>
            <span className="unseen"> a month</span>
          </label>
        ))}
      </div>
      {planOf(choice.plan).maxActiveUsers === null && (
        <p className="small">
          Please <NewTabLink href={TRIAL_REQUEST}>contact us first</NewTabLink>, so that we can set this up with you.
        </p>
      )}
      <details className="small quiet">
        <summary>Who counts?</summary>
        Students and leaders who complete a reflection, finish a challenge or send a message in a month. Every plan has
        every feature, and you can change it later.
      </details>
      <div className={styles.failure}>{choice.failure && <FailureNotice failure={choice.failure} />}</div>
    </fieldset>
  );
}
