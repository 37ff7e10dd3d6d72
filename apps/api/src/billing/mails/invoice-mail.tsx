import { Action, MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

export interface InvoiceMailProps {
  site: Site;
  firstName: string;
  number: string;
  plan: string;
  price: string;
  period: string;
  /** The invoice at the payment provider. */
  invoiceLink: string;
  planLink: string;
}

/** The invoice itself, when a period begins. */
export const InvoiceMail = (props: InvoiceMailProps) => (
  <MailLayout site={props.site} preview={`Invoice ${props.number}: ${props.price}`} heading="Your invoice">
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
    <Paragraph>
      It is charged to your stored card. Your plan: <a href={props.planLink}>see, change or cancel it</a>
    </Paragraph>
  </MailLayout>
);

/** The same invoice, paid. */
export const ReceiptMail = ({ paidOn, ...props }: InvoiceMailProps & { paidOn: string }) => (
  <MailLayout site={props.site} preview={`Paid: ${props.price}`} heading="Thank you, your payment arrived">
    <Paragraph>Hi {props.firstName}, this invoice is paid.</Paragraph>
    <Facts
      facts={[
        ['Invoice', props.number],
        ['Plan', props.plan],
        ['Period', props.period],
        ['Amount paid', props.price],
        ['Paid on', paidOn],
      ]}
    />
    <Action href={props.invoiceLink}>View the receipt</Action>
  </MailLayout>
);

/** The card was refused: what is open, and one link that mends it. */
export const PaymentFailedMail = ({ nextTry, ...props }: InvoiceMailProps & { nextTry: string | null }) => (
  <MailLayout site={props.site} preview="Please update your card." heading="Your payment did not go through">
    <Paragraph>
      Hi {props.firstName}, your bank refused the payment of {props.price} for invoice {props.number} ({props.plan},{' '}
      {props.period}).
    </Paragraph>
    <Action href={props.planLink}>Update your card</Action>
    <Paragraph>
      {nextTry
        ? `We try again on ${nextTry}; with a new card the invoice is paid at once.`
        : 'With a new card the invoice is paid at once.'}{' '}
      You can also <a href={props.invoiceLink}>pay the invoice itself</a>
    </Paragraph>
  </MailLayout>
);

const Facts = ({ facts }: { facts: [string, string][] }) => (
  <Paragraph>
    {facts.map(([name, value]) => (
      <span key={name}>
        {name}: <strong>{value}</strong>
        <br />
      </span>
    ))}
  </Paragraph>
);
