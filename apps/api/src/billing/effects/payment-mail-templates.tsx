import { Action, Facts, MailLayout, MailLink, Paragraph } from '../../platform/mail/index.ts';
import type { MemberMailProps } from './mail-templates.tsx';

export interface InvoiceMailProps extends MemberMailProps {
  number: string;
  plan: string;
  price: string;
  period: string;
  /** "your Visa ending 4242" */
  card: string;
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
        ['Amount', props.price],
      ]}
    />
    <Action href={props.invoiceLink}>View the invoice</Action>
    <Paragraph>It is charged to {props.card}.</Paragraph>
  </MailLayout>
);

/** The paid invoice: the one mail of a payment that went through at once. */
export const ReceiptMail = ({ paidOn, ...props }: InvoiceMailProps & { paidOn: string }) => (
  <MailLayout {...props} preview={`Paid: ${props.price}`} heading="Thank you, your payment arrived">
    <Paragraph>Hi {props.firstName}, this invoice is paid.</Paragraph>
    <Facts
      facts={[
        ['Invoice', props.number],
        ['Plan', props.plan],
        ['Period', props.period],
        ['Amount paid', props.price],
        ['Paid on', paidOn],
        ['Card on file', props.card.replace(/^your /, '')],
      ]}
    />
    <Action href={props.invoiceLink}>View the receipt</Action>
  </MailLayout>
);

/** The payment failed: what is open, and the link to update the card. */
export const PaymentFailedMail = ({ nextTry, ...props }: InvoiceMailProps & { nextTry: string | null }) => (
  <MailLayout {...props} preview="Please update your card." heading="Your payment did not go through">
    <Paragraph>
      Hi {props.firstName}, your bank refused the payment of {props.price} with {props.card} for invoice {props.number}{' '}
      ({props.plan}, {props.period}).
    </Paragraph>
    <Action href={props.planLink}>Update your card</Action>
    <Paragraph>
      {nextTry
        ? `We try again on ${nextTry}; with a new card the invoice is paid at once.`
        : 'With a new card the invoice is paid at once.'}{' '}
      You can also <MailLink href={props.invoiceLink}>pay the invoice itself</MailLink>.
    </Paragraph>
  </MailLayout>
);
