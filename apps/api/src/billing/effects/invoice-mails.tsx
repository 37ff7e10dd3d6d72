import { NEXT_TRY } from '@lampstand/contracts';
import { Action, Facts, MailLayout, MailLink, Paragraph, type Site } from '../../platform/mail/index.ts';
import type { MemberMailProps } from './mail-templates.tsx';

export interface InvoiceMailProps extends MemberMailProps {
  number: string;
  plan: string;
  price: string;
  /** Of an invoice with several: text and amount. */
  lines: [string, string][];
  period: string;
  /** "your Visa ending 4242"; null when no card is stored. */
  card: string | null;
  /** The invoice at the payment provider. */
  invoiceLink: string;
}

/** The invoice, when it waits for its payment. */
export const InvoiceMail = (props: InvoiceMailProps) => (
  <MailLayout {...props} preview={`Invoice ${props.number}: ${props.price}`} heading="Your invoice">
    <Paragraph>Hi {props.firstName}, here is your invoice.</Paragraph>
    <Facts
      facts={[
        ['Invoice', props.number],
        ['Plan', props.plan],
        ['Period', props.period],
        ...props.lines,
        ['Amount', props.price],
      ]}
    />
    <Action href={props.invoiceLink}>View the invoice</Action>
    <Paragraph>
      {props.card ? `It is charged to ${props.card}.` : 'No card is stored. Add one on your plan page.'}
    </Paragraph>
  </MailLayout>
);

const cardOnFile = (card: string | null): [string, string][] =>
  card ? [['Card on file', card.replace(/^your /, '')]] : [];

/** The paid invoice: the one mail of a payment that went through at once. */
export const ReceiptMail = ({ paidOn, ...props }: InvoiceMailProps & { paidOn: string }) => (
  <MailLayout {...props} preview={`Paid: ${props.price}`} heading="Thank you, your payment arrived">
    <Paragraph>Hi {props.firstName}, this invoice is paid.</Paragraph>
    <Receipt {...props} paidOn={paidOn} />
    <Action href={props.invoiceLink}>View the receipt</Action>
  </MailLayout>
);

type ReceiptProps = Omit<InvoiceMailProps, keyof MemberMailProps> & { paidOn: string };

const Receipt = (props: Omit<ReceiptProps, 'invoiceLink'>) => (
  <Facts
    facts={[
      ['Invoice', props.number],
      ['Plan', props.plan],
      ['Period', props.period],
      ...props.lines,
      ['Amount paid', props.price],
      ['Paid on', props.paidOn],
      ...cardOnFile(props.card),
    ]}
  />
);

/** The receipt for someone else: without a link to the plan. `askedBy` is the member's name. */
export const ReceiptCopyMail = ({
  site,
  askedBy,
  refunded,
  ...props
}: Omit<ReceiptProps, 'invoiceLink'> & {
  site: Site;
  askedBy: string;
  refunded: string | null;
  invoiceLink: string | null;
}) => (
  <MailLayout site={site} preview={`Invoice ${props.number}: ${props.price}`} heading="A receipt for you">
    <Paragraph>{askedBy} asked us to send you this receipt.</Paragraph>
    <Receipt {...props} />
    {refunded && <Paragraph>{refunded} of it is refunded.</Paragraph>}
    {props.invoiceLink && <Action href={props.invoiceLink}>View the receipt</Action>}
  </MailLayout>
);

/** A payment was given back, in whole or in part. `to`: "your Visa ending 4242". */
export const RefundMail = ({ amount, to, ...props }: InvoiceMailProps & { amount: string; to: string }) => (
  <MailLayout {...props} preview={`${amount} of invoice ${props.number}`} heading="Your refund">
    <Paragraph>
      Hi {props.firstName}, we refunded <strong>{amount}</strong> of invoice {props.number} to {to}. Banks need 5 to 10
      business days.
    </Paragraph>
    <Action href={props.invoiceLink}>View the invoice</Action>
  </MailLayout>
);

interface PaymentFailedMailProps extends InvoiceMailProps {
  stage: 'failed' | 'lastNotice';
  nextTry: string | null;
  /** "insufficient funds" */
  reason: string | undefined;
}

/** A try to charge the invoice was refused: what is open, what comes, and the link to update the card. */
export const PaymentFailedMail = ({ stage, nextTry, reason, ...props }: PaymentFailedMailProps) => (
  <MailLayout {...props} preview="Please update your card." heading="Your payment did not go through">
    <Paragraph>
      Hi {props.firstName},{' '}
      {props.card
        ? `your bank refused the payment of ${props.price} with ${props.card}`
        : `${props.price} could not be charged, because no card is stored,`}{' '}
      for invoice {props.number} ({props.plan}, {props.period}).{reason && ` Its reason: ${reason}.`}
    </Paragraph>
    <Action href={props.planLink}>Update your card</Action>
    <Paragraph>
      {NEXT_TRY[stage](nextTry)} With a new card the invoice is paid at once. You can also{' '}
      <MailLink href={props.invoiceLink}>pay the invoice itself</MailLink>.
    </Paragraph>
  </MailLayout>
);
