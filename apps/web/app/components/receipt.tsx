import { cardEnding, type ConsentReceipt, dollars, longDate, planOf, planWithRange } from '@lampstand/contracts';

/** What was agreed at the press of the button. */
export function Receipt({ receipt }: { receipt: ConsentReceipt }) {
  const { plan, amountInCents, firstChargeOn, card, text, agreedAt } = receipt;
  return (
    <section className="card stack wide" aria-labelledby="agreement">
      <h2 id="agreement">What you agreed to</h2>
      <p>
        {planWithRange(planOf(plan))}: <strong>{dollars(amountInCents)} a month</strong>, first on{' '}
        <strong>{longDate(firstChargeOn)}</strong>
        {card && `, from ${cardEnding(card)}`}. Nothing was charged that day.
      </p>
      <details className="small quiet">
        <summary>The text, word for word</summary>
        <p>{text}</p>
        <p>Agreed on {new Date(agreedAt).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })}.</p>
      </details>
    </section>
  );
}
