import { cardEnding, type ConsentReceipt, dollars, longDate, planOf, planWithRange } from '@lampstand/contracts';
import { useLongDay } from '../lib/clock.ts';
import { useHydrated } from '../lib/hydration.ts';

/** What was agreed at the press of the button. */
export function Receipt({ receipt }: { receipt: ConsentReceipt }) {
  // In the time zone of the visitor, which the server does not know.
  const hydrated = useHydrated();
  const { plan, amountInCents, firstChargeOn, card, text, agreedAt } = receipt;
  const agreedOn = useLongDay()(agreedAt);
  return (
    <section className="card stack wide" aria-labelledby="agreement">
      <h2 id="agreement">What you agreed to</h2>
      <p>
        On {agreedOn} you agreed to {planWithRange(planOf(plan))}: <strong>{dollars(amountInCents)} a month</strong>,
        first on <strong>{longDate(firstChargeOn)}</strong>
        <span>{card && `, from ${cardEnding(card)}`}</span>. Nothing was charged on {agreedOn}.
      </p>
      <details className="small quiet">
        <summary>The text, word for word</summary>
        <p>{text}</p>
        {hydrated && (
          <p>Agreed on {new Date(agreedAt).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })}.</p>
        )}
      </details>
    </section>
  );
}
