import { Action, Facts, MailLayout, MailLink, Paragraph, type Site } from '../../platform/mail/index.ts';

/** What every mail to a member has. */
interface MemberMailProps {
  site: Site;
  firstName: string;
  planLink: string;
}

interface SubscriptionMailProps extends MemberMailProps {
  /** With its range: "Starter (1-19 active users a month)". */
  plan: string;
  price: string;
  /** "your Visa ending 4242" */
  card: string;
  trialEnds: string;
}

/** The notice card networks require before the first charge: price, date, plan, and how to cancel. */
export const TrialNoticeMail = ({ left, ...props }: SubscriptionMailProps & { left: string }) => (
  <MailLayout {...props} preview={`Your free trial ends on ${props.trialEnds}.`} heading={`Your trial ends in ${left}`}>
    <Paragraph>
      Hi {props.firstName}, your free trial ends on <strong>{props.trialEnds}</strong>. On that day {props.price} is
      charged to {props.card} for the plan {props.plan}, and then monthly until you cancel.
    </Paragraph>
    <Action href={props.planLink}>See or change your plan</Action>
    <Paragraph>
      <strong>To cancel,</strong> open your plan with the button above and choose “Cancel.” If you cancel before{' '}
      {props.trialEnds}, nothing is charged. Nothing to do if you want to stay.
    </Paragraph>
  </MailLayout>
);

/** The link to the recipient's plan. */
export const PlanLinkMail = (props: MemberMailProps) => (
  <MailLayout site={props.site} preview="Your plan, in one click." heading="Your link to your plan">
    <Paragraph>
      Hi {props.firstName}, here you can see your plan and your invoices, change it, cancel it, or update your card.
    </Paragraph>
    <Action href={props.planLink}>Open your plan</Action>
    <Paragraph>
      The link is good for 30 days, and links in our earlier emails no longer work. If you did not ask for it, nothing
      has happened.
    </Paragraph>
  </MailLayout>
);

interface UpgradeRequestMailProps extends SubscriptionMailProps {
  activeUsers: number;
  /** The proposed plan. */
  next: { plan: string; price: string };
}

/** The plan is too small. Nothing changes unless it is accepted. */
export const UpgradeRequestMail = (props: UpgradeRequestMailProps) => (
  <MailLayout
    {...props}
    preview={`${props.activeUsers} active users: a larger plan fits.`}
    heading="Your ministry has grown"
  >
    <Paragraph>
      Hi {props.firstName}, {props.activeUsers} people were active in your ministry last month. Your plan is{' '}
      {props.plan}.
    </Paragraph>
    <Paragraph>
      The plan that fits is <strong>{props.next.plan}</strong> at {props.next.price} a month, charged to {props.card}{' '}
      from your next billing month on. Nothing changes unless you accept it.
    </Paragraph>
    <Action href={props.planLink}>See and accept the new plan</Action>
  </MailLayout>
);

interface SubscriptionEndedMailProps extends SubscriptionMailProps {
  endedOn: string;
  /** Whether anything was ever charged. */
  charged: boolean;
}

/** The subscription has ended. */
export const SubscriptionEndedMail = ({ endedOn, charged, ...props }: SubscriptionEndedMailProps) => (
  <MailLayout {...props} preview="Nothing more will be charged." heading="Your subscription has ended">
    <Paragraph>
      Hi {props.firstName}, your subscription ended on {endedOn}. The plan was {props.plan}.{' '}
      {charged ? 'Nothing more will be charged.' : 'Nothing was charged to your card, and nothing will be.'}
    </Paragraph>
    <Paragraph>
      You are welcome back at any time: write to {props.site.SUPPORT_EMAIL}, and we open your account again.
    </Paragraph>
    <Action href={props.planLink}>See your plan and invoices</Action>
  </MailLayout>
);

/** It was cancelled and runs to its end. `inTrial`: nothing was charged yet. */
export const PlanCancelledMail = ({ ends, inTrial, ...props }: SubscriptionMailProps & EndProps) => (
  <MailLayout {...props} preview={`Everything stays open until ${ends}.`} heading="Your plan is canceled">
    <Paragraph>
      Hi {props.firstName}, your plan {props.plan} is canceled and ends on <strong>{ends}</strong>.{' '}
      {inTrial ? 'Nothing is charged.' : 'No further month is charged.'}
    </Paragraph>
    <Paragraph>
      Until {ends} everything stays open: your account, your groups and what your students wrote. Then the account is
      closed.
    </Paragraph>
    <Action href={props.planLink}>Undo the cancellation</Action>
    <Paragraph>
      The link shows your plan; there you choose “Keep my plan” any time before {ends}. If you did not cancel, keep it
      there and write to us.
    </Paragraph>
  </MailLayout>
);

interface EndProps {
  ends: string;
  inTrial: boolean;
}

interface NextPayment {
  /** The day of the next payment. */
  next: string;
}

/** A cancellation was taken back. */
export const PlanKeptMail = ({ next, ...props }: SubscriptionMailProps & NextPayment) => (
  <MailLayout {...props} preview="Your cancellation is undone." heading="Your plan continues">
    <Paragraph>Hi {props.firstName}, your cancellation is undone, and your plan continues as before.</Paragraph>
    <Facts
      facts={[
        ['Plan', props.plan],
        ['Next payment', `${props.price} on ${next}, to ${props.card}`],
      ]}
    />
    <Action href={props.planLink}>Open your plan</Action>
  </MailLayout>
);

/** Another plan holds. */
export const PlanChangedMail = (
  props: SubscriptionMailProps & NextPayment & { from: string; inTrial: boolean; ends: string | null },
) => (
  <MailLayout {...props} preview={`From ${props.from} to ${props.plan}.`} heading="Your plan is changed">
    <Facts
      facts={[
        ['Before', props.from],
        ['Now', props.plan],
        ['Price', `${props.price} a month`],
        props.ends ? ['Cancelled, ends on', props.ends] : ['Next payment', `${props.next}, to ${props.card}`],
      ]}
    />
    <Paragraph>
      {props.inTrial
        ? `It is free until your trial ends on ${props.trialEnds}.`
        : 'If anything is due for this month, the next invoice lists it; after that you pay this price.'}
    </Paragraph>
    <Action href={props.planLink}>See or change your plan</Action>
    <Paragraph>If you didn’t change it, change it back there and write to us.</Paragraph>
  </MailLayout>
);

/** Another card pays. `cardName`: "Visa ending 4242". */
export const CardChangedMail = ({ cardName, ...props }: SubscriptionMailProps & { cardName: string }) => (
  <MailLayout {...props} preview={`${cardName} pays from now on.`} heading="Your new card">
    <Paragraph>
      Hi {props.firstName}, <strong>{cardName}</strong> pays for your plan from now on.
    </Paragraph>
    <Action href={props.planLink}>Open your plan</Action>
    <Paragraph>If you didn’t change it, update the card there and write to us.</Paragraph>
  </MailLayout>
);

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
