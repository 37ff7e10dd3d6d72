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
    <InvoiceFacts {...props} />
    <Action href={props.invoiceLink}>View the invoice</Action>
    <Paragraph>
      {props.card ? `It is charged to ${props.card}.` : 'No card is stored. Add one on your plan page.'}
    </Paragraph>
  </MailLayout>
);

type FactsProps = Pick<InvoiceMailProps, 'number' | 'plan' | 'period' | 'lines' | 'price'>;

/** What the invoice is for, and its amount as `amounts` states it. */
const InvoiceFacts = (props: FactsProps & { church?: string; amounts?: [string, string][] }) => (
  <Facts
    facts={[
      ['Invoice', props.number],
      ...(props.church ? ([['Billed to', props.church]] as [string, string][]) : []),
      ['Plan', props.plan],
      ['Period', props.period],
      ...props.lines,
      ...(props.amounts ?? ([['Amount', props.price]] as [string, string][])),
    ]}
  />
);

const paidWith = (card: string | null): [string, string][] => (card ? [['Paid with', card]] : []);

/** The paid invoice: the one mail of a payment that went through at once. */
export const ReceiptMail = (props: MemberMailProps & ReceiptProps) => (
  <MailLayout {...props} preview={`Paid: ${props.price}`} heading="Thank you, your payment arrived">
    <Paragraph>Hi {props.firstName}, this invoice is paid.</Paragraph>
    <Receipt {...props} />
    <Action href={props.invoiceLink}>View the receipt</Action>
  </MailLayout>
);

/** `card` is the one that paid: "Visa ending 4242". */
type ReceiptProps = Omit<InvoiceMailProps, keyof MemberMailProps> & { paidOn: string; church: string };

const Receipt = (props: Omit<ReceiptProps, 'invoiceLink'>) => (
  <InvoiceFacts
    {...props}
    amounts={[['Amount paid', props.price], ['Paid on', props.paidOn], ...paidWith(props.card)]}
  />
);

/** What the mails to someone else have in common: none has a link to the plan. */
export interface CopyProps {
  site: Site;
  /** The member's name, and their church's. */
  askedBy: string;
  church: string;
  /** Where they come for every invoice. */
  stopLink?: string;
}

type CopyOf<Props> = CopyProps & Omit<Props, 'invoiceLink' | keyof MemberMailProps> & { invoiceLink: string | null };

const Stop = ({ stopLink }: Pick<CopyProps, 'stopLink'>) =>
  stopLink && (
    <Paragraph>
      You no longer want them? <MailLink href={stopLink}>Stop these receipts</MailLink>
    </Paragraph>
  );

/** The receipt for someone else. */
export const ReceiptCopyMail = ({
  site,
  askedBy,
  stopLink,
  refunded,
  ...props
}: CopyOf<ReceiptProps> & { refunded: string | null }) => (
  <MailLayout site={site} preview={`Invoice ${props.number}: ${props.price}`} heading="A receipt for you">
    <Paragraph>{askedBy} asked us to send you this receipt.</Paragraph>
    <Receipt {...props} />
    {refunded && <Paragraph>{refunded} of it is refunded.</Paragraph>}
    {props.invoiceLink && <Action href={props.invoiceLink}>View the receipt</Action>}
    <Stop stopLink={stopLink} />
  </MailLayout>
);

/** The invoice for someone else. */
export const InvoiceCopyMail = (props: CopyOf<InvoiceMailProps>) => (
  <MailLayout site={props.site} preview={`Invoice ${props.number}: ${props.price}`} heading="An invoice for you">
    <Paragraph>{props.askedBy} asked us to send you this invoice.</Paragraph>
    <InvoiceFacts {...props} />
    {props.invoiceLink && <Action href={props.invoiceLink}>View the invoice</Action>}
    {props.card && <Paragraph>It is charged to the {props.card}.</Paragraph>}
    <Stop stopLink={props.stopLink} />
  </MailLayout>
);

/** A refund, told to someone else. */
export const RefundCopyMail = ({ amount, to, ...props }: CopyOf<InvoiceMailProps> & RefundProps) => (
  <MailLayout site={props.site} preview={`${amount} of invoice ${props.number}`} heading="A refund">
    <Paragraph>
      {props.askedBy} asked us to send you this. We refunded <strong>{amount}</strong> of invoice {props.number} to {to}
      . Banks need 5 to 10 business days.
    </Paragraph>
    {props.invoiceLink && <Action href={props.invoiceLink}>View the invoice</Action>}
    <Stop stopLink={props.stopLink} />
  </MailLayout>
);

/** To a second address for receipts, whose owner may know nothing of it. */
export const ReceiptsConfirmationMail = (props: { site: Site; firstName: string; link: string }) => (
  <MailLayout
    site={props.site}
    preview="Confirm this address to get the receipts here."
    heading={`Receipts for ${props.firstName}’s plan`}
  >
    <Paragraph>
      {props.firstName} has a plan with {props.site.PRODUCT_NAME} and asked us to send its invoices and receipts to this
      address, too.
    </Paragraph>
    <Action href={props.link}>Get the receipts here</Action>
    <Paragraph>
      The link works for 7 days. If you don’t know what this is, ignore this email; nothing will be sent.
    </Paragraph>
  </MailLayout>
);

interface RefundProps {
  amount: string;
  /** "your Visa ending 4242" */
  to: string;
}

/** A payment was given back, in whole or in part. */
export const RefundMail = ({ amount, to, ...props }: InvoiceMailProps & RefundProps) => (
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
