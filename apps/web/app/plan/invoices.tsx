import { dollars, type PlanInvoice, type PlanView } from '@lampstand/contracts';
import { NewTabLink } from '../components/text-links.tsx';
import { useLongDay } from '../lib/clock.ts';
import styles from './invoices.module.css';

const STATUS: Record<PlanInvoice['status'], string> = {
  paid: 'Paid',
  open: 'Open',
  uncollectible: 'Never paid',
  void: 'Withdrawn',
};

/** Every invoice with its number, amount, period and PDF, newest first. */
export function Invoices({ plan: { invoices, status, card, nextCharge, trialEndsAt } }: { plan: PlanView }) {
  const day = useLongDay();
  return (
    <section className="card stack" aria-labelledby="invoices">
      <h2 id="invoices">Invoices</h2>
      {invoices.length === 0 ? (
        <p>
          {status === 'trialing' && card && nextCharge
            ? `None yet. The first one comes when your trial ends on ${day(trialEndsAt)}.`
            : 'None. Nothing was charged.'}
        </p>
      ) : (
        <ul className={`wide ${styles.invoices}`}>
          {invoices.map((invoice) => (
            <li key={invoice.number ?? invoice.periodFrom}>
              <Invoice invoice={invoice} day={day} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Invoice({ invoice, day }: { invoice: PlanInvoice; day: (instant: string) => string }) {
  const { number, amountInCents, refundedInCents, lines, status, periodFrom, periodTo, url, pdfUrl } = invoice;
  const name = number ?? 'without a number';
  return (
    <>
      <p>
        <strong>{dollars(amountInCents)}</strong>{' '}
        <span className={styles.status} data-status={status}>
          {STATUS[status]}
        </span>{' '}
        {refundedInCents > 0 && <span>Refunded {dollars(refundedInCents)}</span>}
      </p>
      <p className="small quiet">
        Invoice {name}, {day(periodFrom)} to {day(periodTo)}
      </p>
      {lines.length > 1 && (
        <ul className={`small quiet ${styles.lines}`}>
          {lines.map(({ text, amountInCents: amount }) => (
            <li key={`${text} ${amount}`}>
              <span>{text}</span> <span>{dollars(amount)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="row">
        {url && <NewTabLink href={url}>View the invoice</NewTabLink>}
        {pdfUrl && (
          <a href={pdfUrl}>
            PDF<span className="unseen"> of invoice {name}</span>
          </a>
        )}
      </p>
    </>
  );
}
