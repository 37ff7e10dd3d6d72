import { PLANS } from '@lampstand/contracts';
import { PlanCard } from '../plan-card.tsx';

export const PricingSummary = () => (
  <section id="pricing" className="part">
    <div className="part-head">
      <h2>Pay for the people who take part</h2>
      <p className="lede quiet">
        Monthly, by active users. All plans have all features, and the first 30 days are free.
      </p>
    </div>
    <div className="plan-cards">
      {PLANS.slice(0, 3).map((plan) => (
        <PlanCard key={plan.id} plan={plan} level="h3" />
      ))}
    </div>
    <p className="after-plans">
      An active user is someone who completes a Bible reflection, finishes a challenge or sends a message in the billing
      month. <a href="/pricing">See all plans</a>
    </p>
  </section>
);
