import { Action, MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

interface TrialNoticeMailProps {
  site: Site;
  firstName: string;
  /** Such as "7 days" or "1 day". */
  left: string;
  plan: string;
  range: string;
  price: string;
  trialEnds: string;
  planLink: string;
}

/** The notice card networks require before the first charge: price, date, plan, and how to cancel. */
export const TrialNoticeMail = (props: TrialNoticeMailProps) => (
  <MailLayout
    site={props.site}
    preview={`Your free trial ends on ${props.trialEnds}.`}
    heading={`Your trial ends in ${props.left}`}
  >
    <Paragraph>
      Hi {props.firstName}, your free trial ends on <strong>{props.trialEnds}</strong>. On that day {props.price} is
      charged to your stored card for the plan {props.plan} ({props.range} active users a month), and then monthly until
      you cancel.
    </Paragraph>
    <Action href={props.planLink}>See or change your plan</Action>
    <Paragraph>
      <strong>To cancel,</strong> open your plan with the button above and choose "Cancel". If you cancel before{' '}
      {props.trialEnds}, nothing is charged. Nothing to do if you want to stay.
    </Paragraph>
  </MailLayout>
);

/** The link to the recipient's plan. */
export const PlanLinkMail = ({ site, firstName, planLink }: { site: Site; firstName: string; planLink: string }) => (
  <MailLayout site={site} preview="Your plan, in one click." heading="Your link to your plan">
    <Paragraph>Hi {firstName}, here you can see your plan, change it, cancel it, or update your card.</Paragraph>
    <Action href={planLink}>Open your plan</Action>
    <Paragraph>The link is good for 30 days. If you did not ask for it, nothing has happened.</Paragraph>
  </MailLayout>
);

interface UpgradeRequestMailProps {
  site: Site;
  firstName: string;
  activeUsers: number;
  plan: string;
  range: string;
  /** The proposed plan. */
  next: { plan: string; range: string; price: string };
  planLink: string;
}

/** The plan is too small. Nothing changes unless it is accepted. */
export const UpgradeRequestMail = (props: UpgradeRequestMailProps) => (
  <MailLayout
    site={props.site}
    preview={`${props.activeUsers} active users: a larger plan fits.`}
    heading="Your ministry has grown"
  >
    <Paragraph>
      Hi {props.firstName}, {props.activeUsers} people were active in your ministry last month. Your plan {props.plan}{' '}
      is for {props.range} active users.
    </Paragraph>
    <Paragraph>
      The plan that fits is <strong>{props.next.plan}</strong> ({props.next.range} active users) at {props.next.price} a
      month, from your next billing month on. Nothing changes unless you accept it.
    </Paragraph>
    <Action href={props.planLink}>See and accept the new plan</Action>
  </MailLayout>
);

interface SubscriptionEndedMailProps {
  site: Site;
  firstName: string;
  plan: string;
  /** Whether anything was ever charged. */
  charged: boolean;
  signUp: string;
}

/** The subscription has ended. */
export const SubscriptionEndedMail = ({ site, firstName, plan, charged, signUp }: SubscriptionEndedMailProps) => (
  <MailLayout site={site} preview="Nothing more will be charged." heading="Your subscription has ended">
    <Paragraph>
      Hi {firstName}, your subscription to {plan} has ended.{' '}
      {charged ? 'Nothing more will be charged.' : 'Nothing was charged to your card, and nothing will be.'}
    </Paragraph>
    <Paragraph>
      You are welcome back at any time: write to {site.SUPPORT_EMAIL}, and we open your account again.
    </Paragraph>
    <Action href={signUp}>Visit {site.PRODUCT_NAME}</Action>
  </MailLayout>
);

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

/** The invoice, when a period begins. */
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

/** The paid invoice. */
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

/** The payment failed: what is open, and the link to update the card. */
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
