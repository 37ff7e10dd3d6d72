import { cardEnding, type DisputeState, dollars, type PaymentDispute, planOf } from '@lampstand/contracts';
import {
  INVOICE_STATUS_NAMES,
  type InspectedPayment,
  type InspectedTrial,
  isPaid,
  refundableOf,
  type SupportActionName,
} from '@lampstand/contracts/back-office';
import { useState } from 'react';
import { Badge, type Tone } from '../components/badge.tsx';
import { Panel } from '../components/panel.tsx';
import { useZone } from '../format.ts';
import type { Column } from '../lists/list-view.tsx';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { toAnswer } from '../disputes.ts';
import { ProviderLink, StripeLink } from './provider-link.tsx';
import type { SelectAction } from './support-actions.tsx';
import { seenOf } from './trial-api.ts';

const TONES: Record<InspectedPayment['status'], Tone> = {
  draft: '',
  open: 'bad',
  paid: 'good',
  uncollectible: '',
  void: '',
};

/** Of an inquiry nothing has happened to the payment. */
const DISPUTES: Partial<Record<DisputeState, { label: string; tone: Tone }>> = {
  needsResponse: { label: 'Disputed', tone: 'bad' },
  underReview: { label: 'Disputed', tone: '' },
  won: { label: 'Dispute won', tone: 'good' },
  lost: { label: 'Dispute lost', tone: 'bad' },
};

const COLUMNS: Column[] = [
  ['Paid on', 18],
  ['Period', 20],
  ['Plan', 19],
  ['Amount', 12],
  ['Card', 17],
  ['Status', 14],
];

/** How many rows are shown at first. */
const NEWEST = 4;

/** The invoices of a member, newest first. */
export function PaymentsPanel({ trial, onSelect }: { trial: InspectedTrial; onSelect: SelectAction }) {
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
            <Payment key={payment.id} trial={trial} payment={payment} onSelect={onSelect} />
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

interface PaymentProps {
  trial: InspectedTrial;
  payment: InspectedPayment;
  onSelect: SelectAction;
}

function Payment({ trial, payment, onSelect }: PaymentProps) {
  const { id, number, status, plan, amountInCents, refundedInCents, dispute, card, periodFrom, periodTo } = payment;
  const { paidAt, url, pdfUrl } = payment;
  const { dateText, rangeText } = useZone();
  const state = (dispute && DISPUTES[dispute.state]) ?? { label: INVOICE_STATUS_NAMES[status], tone: TONES[status] };
  const name = number ?? 'without a number';
  const isPossible = (action: SupportActionName) => seenOf(trial, action) !== undefined;
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
        <Cell of="Status">
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
            {isPaid(payment) && isPossible('email-receipt') && (
              <ActionButton of={name} onClick={() => onSelect('email-receipt', { payment: id })}>
                Email to…
              </ActionButton>
            )}
            {refundableOf(payment) > 0 && isPossible('refund') && (
              <ActionButton of={name} onClick={() => onSelect('refund', { payment: id })}>
                Refund…
              </ActionButton>
            )}
            {dispute && (
              <p className="payment-dispute">
                {disputeText(dispute, dateText)}{' '}
                <StripeLink trial={trial} kind="disputes" id={dispute.id} label="Open the dispute in Stripe" />
              </p>
            )}
          </div>
        </Cell>
      </Row>
    </>
  );
}

const DECIDED: Record<Exclude<DisputeState, 'inquiry' | 'needsResponse'>, string> = {
  underReview: 'The bank has the money and decides.',
  won: 'The bank gave the money back to us.',
  lost: 'The bank gave the money back to the cardholder.',
};

function disputeText({ state, answerBy }: PaymentDispute, day: (at: string) => string): string {
  const answer = toAnswer(answerBy && day(answerBy));
  if (state === 'inquiry') return `The bank asks about this payment. ${answer}`;
  if (state === 'needsResponse') return `The bank has taken the money back. ${answer} It cannot be refunded.`;
  return DECIDED[state];
}

const ActionButton = ({ of, onClick, children }: { of: string; onClick: () => void; children: string }) => (
  <button type="button" className="link-button" onClick={onClick}>
    {children}
    <span className="unseen"> (invoice {of})</span>
  </button>
);
