import { dollars, isTakenBack, type PlanInvoice, type PlanView } from '@lampstand/contracts';
import { NewTabLink } from '../components/text-links.tsx';
import { useDay, useLongDay } from '../lib/clock.ts';
import styles from './invoices.module.css';

type State = PlanInvoice['status'] | 'disputed' | 'takenBack';

/** A dispute that is won, or only asked about, leaves the payment as it was. */
function stateOf({ status, dispute }: PlanInvoice): State {
  if (dispute === 'lost') return 'takenBack';
  return isTakenBack(dispute ?? undefined) ? 'disputed' : status;
}

const STATUS: Record<State, string> = {
  paid: 'Paid',
  open: 'Open',
  uncollectible: 'Never paid',
  void: 'Withdrawn',
  disputed: 'Disputed at the bank',
  takenBack: 'Taken back by the bank',
};

const MONTH_DAY = { month: 'short', day: 'numeric' } as const;
const YEAR = { year: 'numeric' } as const;

/** Every invoice with its period, amount and PDF, newest first, in a table for each year; only that of the newest is open. */
export function Invoices({ plan: { invoices, status, card, nextCharge, trialEndsAt } }: { plan: PlanView }) {
  const day = useLongDay();
  const yearOf = useDay(YEAR);
  const years = [...new Set(invoices.map(({ periodFrom }) => yearOf(periodFrom)))];
  return (
    <section className="card stack" aria-labelledby="invoices">
      <h2 id="invoices">Invoices</h2>
      {invoices.length === 0 && (
        <p>
          {status === 'trialing' && card && nextCharge
            ? `None yet. The first one comes when your trial ends on ${day(trialEndsAt)}.`
            : 'None. Nothing was charged.'}
        </p>
      )}
      {years.map((year, index) => (
        <details key={year} className="wide" open={index === 0}>
          <summary>{year}</summary>
          <Year
            name={`Invoices of ${year}`}
            invoices={invoices.filter(({ periodFrom }) => yearOf(periodFrom) === year)}
          />
        </details>
      ))}
    </section>
  );
}

function Year({ name, invoices }: { name: string; invoices: PlanInvoice[] }) {
  return (
    <table className={styles.invoices}>
      <caption className="unseen">{name}</caption>
      <thead className="unseen">
        <tr>
          <th scope="col">Period</th>
          <th scope="col">Amount</th>
          <th scope="col">File</th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <Invoice key={invoice.number ?? invoice.periodFrom} invoice={invoice} />
        ))}
      </tbody>
    </table>
  );
}

function Invoice({ invoice }: { invoice: PlanInvoice }) {
  const { number, amountInCents, refundedInCents, lines, periodFrom, periodTo, url, pdfUrl } = invoice;
  const state = stateOf(invoice);
  const day = useDay(MONTH_DAY);
  const name = number ? (
    <>
      <span className="unseen">Invoice </span>
      {number}
    </>
  ) : (
    'Invoice'
  );
  return (
    <>
      <tr>
        <th scope="row">
          {day(periodFrom)} to {day(periodTo)}
          <span className="small">{url ? <NewTabLink href={url}>{name}</NewTabLink> : name}</span>
        </th>
        <td>
          {dollars(amountInCents)}{' '}
          <span key={state} className={styles.status} data-status={state}>
            {STATUS[state]}
          </span>{' '}
          {refundedInCents > 0 && <span key={refundedInCents}>Refunded {dollars(refundedInCents)}</span>}
        </td>
        <td>
          {pdfUrl && (
            <a href={pdfUrl}>
              PDF<span className="unseen"> of invoice {number}</span>
            </a>
          )}
        </td>
      </tr>
      {lines.length > 1 && (
        <tr className={styles.lines}>
          <td colSpan={3}>
            <ul className="small quiet">
              {lines.map(({ text, amountInCents: amount }) => (
                <li key={`${text} ${amount}`}>
                  <span>{text}</span> <span>{dollars(amount)}</span>
                </li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
}
