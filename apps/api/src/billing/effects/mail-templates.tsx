import { Action, Facts, MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

/** What every mail to a member has. */
export interface MemberMailProps {
  site: Site;
  firstName: string;
  planLink: string;
}

interface SubscriptionMailProps extends MemberMailProps {
  /** With its range: "Starter (1-19 active users a month)". */
  plan: string;
  /** Each month. */
  price: string;
  /** With the next invoice. */
  charge: string;
  /** "your Visa ending 4242"; null when no card is stored. */
  card: string | null;
  /** Expires before the next charge. */
  isCardExpired: boolean;
  trialEnds: string;
  /** "Your payments are paused until May 4, 2027." Null while the next payment is collected. */
  paused: string | null;
}

/** "monthly", or with the price where the next charge differs. */
const monthlyOf = ({ price, charge }: Pick<SubscriptionMailProps, 'price' | 'charge'>) =>
  price === charge ? 'monthly' : `${price} monthly`;

/** "$19.99 on January 4, 2027, to your Visa ending 4242" */
function paymentOn(day: string, { charge, card, paused }: Pick<SubscriptionMailProps, 'charge' | 'card' | 'paused'>) {
  if (paused) return `None. ${paused}`;
  return card ? `${charge} on ${day}, to ${card}` : `${charge} on ${day}; no card is stored`;
}

const NO_CARD = 'No card is stored. Without one, your account is closed on that day, and nothing is charged.';

const TrialEnd = (props: SubscriptionMailProps) => {
  if (!props.card) return NO_CARD;
  return props.paused ? `${props.paused} Nothing is charged on that day.` : <ChargeOnThatDay {...props} />;
};

const ChargeOnThatDay = (props: SubscriptionMailProps) => (
  <>
    On that day <strong>{props.charge}</strong> is charged to {props.card} for the plan {props.plan}, and then{' '}
    {monthlyOf(props)} until you cancel.{' '}
    {props.isCardExpired && 'This card expires before that day. Update it with the button below.'}
  </>
);

/** The notice card networks require before the first charge: price, date, plan, and how to cancel. */
export const TrialNoticeMail = ({
  left,
  isTomorrow,
  smaller,
  ...props
}: SubscriptionMailProps & {
  left: string;
  isTomorrow: boolean;
  smaller: { plan: string; price: string; activeUsers: number } | null;
}) => (
  <MailLayout {...props} preview={`Your free trial ends on ${props.trialEnds}.`} heading={`Your trial ends in ${left}`}>
    <Paragraph>
      Hi {props.firstName}, your free trial ends {isTomorrow ? 'tomorrow, ' : 'on '}
      <strong>{props.trialEnds}</strong>. <TrialEnd {...props} />
    </Paragraph>
    {smaller && (
      <Paragraph>
        {smaller.activeUsers === 1 ? 'One person' : `${smaller.activeUsers} people`} took part so far. The plan{' '}
        {smaller.plan} at {smaller.price} a month would do: you can change to it with the button below.
      </Paragraph>
    )}
    <Action href={props.planLink}>{props.card ? 'See or change your plan' : 'Add a card'}</Action>
    {props.card && (
      <Paragraph>
        <strong>To cancel,</strong> open your plan with the button above and choose “Cancel my plan.” If you cancel
        before {props.trialEnds}, nothing is charged. Nothing to do if you want to stay.
      </Paragraph>
    )}
  </MailLayout>
);

/** The link to the recipient's plan. */
export const PlanLinkMail = ({ hasEnded, ...props }: MemberMailProps & { hasEnded: boolean }) => (
  <MailLayout site={props.site} preview="Your plan, in one click." heading="Your link to your plan">
    <Paragraph>
      Hi {props.firstName}, here you can{' '}
      {hasEnded
        ? 'see your invoices and start your plan again.'
        : 'see your plan and your invoices, change it, cancel it, or update your card.'}
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
      The plan that fits is <strong>{props.next.plan}</strong> at {props.next.price} a month from your next billing
      month on<span>{props.card && `, charged to ${props.card}`}</span>. Nothing changes unless you accept it.
    </Paragraph>
    <Action href={props.planLink}>See and accept the new plan</Action>
  </MailLayout>
);

interface SubscriptionEndedMailProps extends SubscriptionMailProps {
  endedOn: string;
  /** Whether anything was ever charged. */
  charged: boolean;
  /** The invoice that was refused until the end. */
  unpaid: { price: string; tries: number; reason: string | undefined } | undefined;
}

/** The subscription has ended. */
export const SubscriptionEndedMail = ({ endedOn, charged, unpaid, ...props }: SubscriptionEndedMailProps) => (
  <MailLayout
    {...props}
    planLink={undefined}
    preview="Nothing more will be charged."
    heading="Your subscription has ended"
  >
    <Paragraph>
      Hi {props.firstName}, your subscription ended on {endedOn}. The plan was {props.plan}.{' '}
      {charged ? 'Nothing more will be charged.' : 'Nothing was charged to your card, and nothing will be.'}
    </Paragraph>
    {unpaid && (
      <Paragraph>
        Your bank refused the payment of {unpaid.price}, {unpaid.tries === 1 ? 'once' : `${unpaid.tries} times`}
        {unpaid.reason && `. Its reason: ${unpaid.reason}`}. That invoice is withdrawn: you owe nothing.
      </Paragraph>
    )}
    <Paragraph>
      We keep your account and your church. You can start again at any time: open your plan, confirm your phone and
      choose a plan.
    </Paragraph>
    <Action href={props.planLink}>See your invoices or start again</Action>
  </MailLayout>
);

/** A member has started again after the end. `agreed`: the text of the consent; undefined where we or the provider began it. */
export const ReactivatedMail = ({
  next,
  agreed,
  ...props
}: SubscriptionMailProps & NextPayment & { agreed?: string | undefined }) => (
  <MailLayout {...props} preview="Your account is open again." heading="Welcome back">
    <Paragraph>Hi {props.firstName}, your account is open again, and your plan runs.</Paragraph>
    <Facts
      facts={[
        ['Plan', props.plan],
        ['Next payment', paymentOn(next, props)],
      ]}
    />
    <Action href={props.planLink}>Open your plan</Action>
    {agreed && <Paragraph>What you agreed to: “{agreed}”</Paragraph>}
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
        ['Next payment', paymentOn(next, props)],
      ]}
    />
    <Action href={props.planLink}>Open your plan</Action>
  </MailLayout>
);

interface Proration {
  /** For the rest of this month: "$59.68", and whether it is a credit; null for none. */
  proration: { amount: string; isCredit: boolean } | null;
}

function restOfMonth({ proration, price }: Proration & Pick<SubscriptionMailProps, 'price'>): string {
  if (!proration) return `Then you pay ${price} each month.`;
  const part = `${proration.amount} of it is ${proration.isCredit ? 'credited' : 'charged'} for the rest of this month.`;
  return `${part} Then you pay ${price} each month.`;
}

/** Another plan holds. */
export const PlanChangedMail = (
  props: SubscriptionMailProps & NextPayment & Proration & { from: string; inTrial: boolean; ends: string | null },
) => (
  <MailLayout {...props} preview={`From ${props.from} to ${props.plan}.`} heading="Your plan is changed">
    <Facts
      facts={[
        ['Before', props.from],
        ['Now', props.plan],
        ['Price', `${props.price} a month`],
        props.ends ? ['Canceled, ends on', props.ends] : ['Next payment', paymentOn(props.next, props)],
      ]}
    />
    <Paragraph>
      {props.inTrial ? `It is free until your trial ends on ${props.trialEnds}.` : restOfMonth(props)}
    </Paragraph>
    <Action href={props.planLink}>See or change your plan</Action>
    <Paragraph>If you didn’t change it, change it back there and write to us.</Paragraph>
  </MailLayout>
);

/** What is charged was changed by us, not by a change of plan. */
export const PriceChangedMail = ({
  before,
  next,
  ...props
}: SubscriptionMailProps & NextPayment & { before: string }) => (
  <MailLayout {...props} preview={`${props.charge} on ${next}.`} heading="Your price has changed">
    <Facts
      facts={[
        ['Plan', props.plan],
        ['Next payment, before', before],
        ['Next payment, now', paymentOn(next, props)],
        ['After that', `${props.price} a month`],
      ]}
    />
    <Action href={props.planLink}>See or change your plan</Action>
    <Paragraph>If you did not expect this, write to {props.site.SUPPORT_EMAIL}.</Paragraph>
  </MailLayout>
);

/** The trial ends on another day. */
export const TrialMovedMail = ({ isCanceled, ...props }: SubscriptionMailProps & { isCanceled: boolean }) => (
  <MailLayout {...props} preview={`It ends on ${props.trialEnds}.`} heading="Your trial has a new end">
    <Paragraph>
      Hi {props.firstName}, your free trial now ends on <strong>{props.trialEnds}</strong>.{' '}
      {isCanceled ? 'Your plan is canceled, and nothing is charged.' : <TrialEnd {...props} />}
    </Paragraph>
    <Action href={props.planLink}>See or change your plan</Action>
  </MailLayout>
);

/** No card pays any more. `cardName`: "Visa ending 4242". */
export const CardRemovedMail = ({
  cardName,
  next,
  inTrial,
  ...props
}: SubscriptionMailProps & NextPayment & { cardName: string; inTrial: boolean }) => (
  <MailLayout {...props} preview={`Add a card before ${next}.`} heading="Your card was removed">
    <Paragraph>
      Hi {props.firstName}, {cardName} was removed, so no card pays for your plan.{' '}
      {inTrial
        ? `Add a card before ${next}. Without one, your account is closed on that day, and nothing is charged.`
        : (props.paused ?? `${props.charge} is due on ${next}. Add a card before that day.`)}
    </Paragraph>
    <Action href={props.planLink}>Add a card</Action>
    <Paragraph>If you didn’t remove it, add it again there and write to us.</Paragraph>
  </MailLayout>
);

/** The card that pays expires before it is charged, or within a month. */
export const CardExpiringMail = ({
  cardName,
  lastDay,
  next,
  ...props
}: SubscriptionMailProps & NextPayment & { cardName: string; lastDay: string }) => (
  <MailLayout {...props} preview={`It is good until ${lastDay}.`} heading="Your card expires soon">
    <Paragraph>
      Hi {props.firstName}, {cardName} is good until <strong>{lastDay}</strong>. Your next payment is {props.charge} on{' '}
      {next}. If your bank has sent you a new card, enter it now, also if its number is the same.
    </Paragraph>
    <Action href={props.planLink}>Update your card</Action>
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
