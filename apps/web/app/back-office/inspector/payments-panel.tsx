import { cardEnding, dollars, planOf } from '@lampstand/contracts';
import type { InspectedPayment, InspectedTrial } from '@lampstand/contracts/back-office';
import { useState } from 'react';
import { Badge, type Tone } from '../components/badge.tsx';
import { Panel } from '../components/panel.tsx';
import { useZone } from '../format.ts';
import type { Column } from '../lists/list-view.tsx';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { ProviderLink, StripeLink } from './provider-link.tsx';

const STATES: Record<InspectedPayment['status'], { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: '' },
  open: { label: 'Open', tone: 'bad' },
  paid: { label: 'Paid', tone: 'good' },
  uncollectible: { label: 'Never paid', tone: '' },
  void: { label: 'Withdrawn', tone: '' },
};

const COLUMNS: Column[] = [
  ['Paid on', 19],
  ['Period', 19],
  ['Plan', 13],
  ['Amount', 13],
  ['Card', 18],
  ['State', 18],
];

/** How many rows are shown at first. */
const NEWEST = 4;

/** The invoices of a member, newest first. */
export function PaymentsPanel({ trial }: { trial: InspectedTrial }) {
  const [all, setAll] = useState(false);
  const payments = (trial.subscription?.payments ?? []).filter(({ amountInCents }) => amountInCents > 0);
  if (!payments.length) return null;
  const more = payments.length - NEWEST;
  return (
    <Panel title="Payments">
      <div className="payments">
        <Table
          dense={false}
          caption={<span className="unseen">Payments</span>}
          heads={COLUMNS.map(([name, width]) => (
            <Head key={name} width={width}>
              {name}
            </Head>
          ))}
        >
          {payments.slice(0, all ? undefined : NEWEST).map((payment) => (
            <Payment key={payment.id} trial={trial} payment={payment} />
          ))}
        </Table>
      </div>
      {more > 0 && !all && (
        <button type="button" className="button second compact" onClick={() => setAll(true)}>
          Show {more} more
        </button>
      )}
    </Panel>
  );
}

function Payment({ trial, payment }: { trial: InspectedTrial; payment: InspectedPayment }) {
  const { id, number, status, plan, amountInCents, refundedInCents, card, periodFrom, periodTo } = payment;
  const { paidAt, url, pdfUrl } = payment;
  const { dateText, rangeText } = useZone();
  const state = STATES[status];
  const name = number ?? 'without a number';
  return (
    <>
      <Row>
        <Cell of="Paid on" className="nowrap">
          {paidAt ? dateText(paidAt) : 'Not paid'}
        </Cell>
        <Cell of="Period">{rangeText(periodFrom, periodTo)}</Cell>
        <Cell of="Plan">{planOf(plan).name}</Cell>
        <Cell of="Amount">{dollars(amountInCents)}</Cell>
        <Cell of="Card">{card ? cardEnding(card) : 'None'}</Cell>
        <Cell of="State">
          <div>
            <Badge tone={state.tone}>{state.label}</Badge>{' '}
            {refundedInCents > 0 && <span>Refunded {dollars(refundedInCents)}</span>}
          </div>
        </Cell>
      </Row>
      <Row>
        <Cell of="Invoice" colSpan={COLUMNS.length}>
          <div className="payment-links">
            <span>
              <span className="unseen">Invoice </span>
              {url ? <ProviderLink href={url}>{name}</ProviderLink> : name}
            </span>
            {pdfUrl && (
              <a href={pdfUrl}>
                PDF<span className="unseen"> of invoice {name}</span>
              </a>
            )}
            <StripeLink trial={trial} kind="invoices" id={id} label="Open in Stripe" />
          </div>
        </Cell>
      </Row>
    </>
  );
}
