import { Action, MailLayout, MailLink, Paragraph, type Site } from '../../platform/mail/index.ts';

interface LinkMailProps {
  site: Site;
  link: string;
}

interface NamedLinkMailProps extends LinkMailProps {
  /** Undefined while the phone is not verified. */
  firstName: string | undefined;
}

/** At once after the first save; it repeats nothing that was typed, since the address is not proven. */
export const SignupSavedMail = ({ site, link }: LinkMailProps) => (
  <MailLayout site={site} preview="Your link to continue on any device." heading="Your sign-up is saved">
    <Paragraph>
      Everything you entered is kept. If you are interrupted, this link brings you back to the step you left, on this
      device or another.
    </Paragraph>
    <Action href={link}>Continue your sign-up</Action>
    <Paragraph>
      Two steps are left: confirm your phone with the code we text you, then choose a plan and add a card. Nothing is
      charged for 30 days.
    </Paragraph>
    <NotYou site={site} />
  </MailLayout>
);

interface FinishSignupMailProps extends NamedLinkMailProps {
  /** Whether the phone is verified, so that only the card is missing. */
  cardNext: boolean;
}

/** The link, when a person asks for it or the email was corrected. */
export const FinishSignupMail = ({
  site,
  firstName,
  link,
  cardNext,
  corrected,
}: FinishSignupMailProps & { corrected: boolean }) => (
  <MailLayout
    site={site}
    preview="Pick up where you left off, on any device."
    heading={firstName ? `Your link, ${firstName}` : 'Your link to your sign-up'}
  >
    <Paragraph>
      {corrected && 'In your sign-up your email address was corrected to this one. '}
      We kept everything you entered. <NextStep cardNext={cardNext} />
    </Paragraph>
    <Action href={link}>Finish your sign-up</Action>
    <Paragraph>
      The link works on any device and brings you to the very step you left. Nothing is charged until your trial ends,
      and you can cancel at any time before.
    </Paragraph>
    <NotYou site={site} />
  </MailLayout>
);

const NextStep = ({ cardNext }: { cardNext: boolean }) =>
  cardNext
    ? 'Your phone is confirmed; choose a plan and add a card to start your 30 free days.'
    : 'Confirm your phone with the code we text you, then add a card to start your 30 free days.';

const NotYou = ({ site }: { site: Site }) => (
  <Paragraph>If you didn’t sign up for {site.PRODUCT_NAME}, please ignore this email; nothing will happen.</Paragraph>
);

interface ReminderMailProps extends FinishSignupMailProps {
  /** 1 to 3. */
  reminder: number;
  /** Stops further reminders. */
  stopLink: string;
}

const to = (name: string | undefined) => (name ? `, ${name}` : '');

/** The reminders, each with a subject and words of its own. */
export const REMINDERS = [
  {
    subject: (product: string) => `Finish your ${product} sign-up`,
    heading: (name?: string) => `Your sign-up is waiting${to(name)}`,
    preview: 'Pick up where you left off, on any device.',
    words: 'In case you were interrupted: we kept everything you entered.',
    after: 'Nothing is charged until your trial ends, and you can cancel at any time before.',
  },
  {
    subject: (product: string) => `${product}: your 30 free days are still here`,
    heading: (name?: string) => `30 days to try it with your students${to(name)}`,
    preview: 'Every feature, for every student and leader you invite.',
    words:
      'A trial has every feature, for every student and leader you invite: devotionals, small groups, challenges and prayer. Your details are saved.',
    after:
      'Did something get in the way, such as a code that didn’t arrive or a card? Reply to this email, and we’ll help.',
  },
  {
    subject: (product: string) => `Last reminder: your ${product} sign-up`,
    heading: (name?: string) => `Our last reminder${to(name)}`,
    preview: 'We do not write about this sign-up again.',
    words: 'This is our last email about your sign-up. The link below works as long as we keep your details.',
    after:
      'Not the right time? You need to do nothing. Your details are deleted after 30 days, or after 90 if your phone is confirmed.',
  },
] as const;

export const ReminderMail = ({ site, firstName, link, cardNext, reminder, stopLink }: ReminderMailProps) => {
  const { heading, preview, words, after } = REMINDERS[reminder - 1] ?? REMINDERS[0];
  return (
    <MailLayout site={site} preview={preview} heading={heading(firstName)}>
      <Paragraph>
        {words} <NextStep cardNext={cardNext} />
      </Paragraph>
      <Action href={link}>Finish your sign-up</Action>
      <Paragraph>{after}</Paragraph>
      <NotYou site={site} />
      {reminder < REMINDERS.length && (
        <Paragraph>
          Not interested any more? <MailLink href={stopLink}>Stop these reminders</MailLink>
        </Paragraph>
      )}
    </MailLayout>
  );
};

export const PaymentLinkMail = ({ site, firstName, link }: NamedLinkMailProps) => (
  <MailLayout
    site={site}
    preview="One step is left: your card."
    heading={firstName ? `One step is left, ${firstName}` : 'One step is left'}
  >
    <Paragraph>Add your card on our payment partner’s secure page, and your 30-day trial starts right away.</Paragraph>
    <Action href={link}>Add your card</Action>
    <Paragraph>Nothing is charged until your trial ends. We remind you 7 days and 1 day before.</Paragraph>
  </MailLayout>
);

export const CardNeededMail = ({ site, firstName, link }: NamedLinkMailProps) => (
  <MailLayout site={site} preview="Please add another card to start your trial." heading="Your card could not be used">
    <Paragraph>
      {firstName ? `${firstName}, the` : 'The'} card you stored could not be used, so your trial has not started yet.
      Nothing was charged.
    </Paragraph>
    <Action href={link}>Add another card</Action>
    <Paragraph>Everything else you entered is kept.</Paragraph>
  </MailLayout>
);

interface WelcomeMailProps {
  site: Site;
  firstName: string;
  dashboard: string;
  /** With its range: "Starter (1-19 active users a month)". */
  plan: string;
  price: string;
  /** "your Visa ending 4242" */
  card: string;
  trialEnds: string;
  planLink: string;
  /** The consent, word for word, and when it was given. */
  agreed: { text: string; on: string } | undefined;
}

/** The welcome, with the renewal terms that card networks require: plan, price, date, how to cancel. */
export const WelcomeMail = (props: WelcomeMailProps) => (
  <MailLayout {...props} preview="Your 30-day trial is active." heading={`Welcome, ${props.firstName}`}>
    <Paragraph>Your account is open and your 30-day trial is active, with every feature included.</Paragraph>
    <Action href={props.dashboard}>Open your dashboard</Action>
    <Paragraph>
      <strong>Your terms.</strong> Plan: {props.plan}. Your trial is free until {props.trialEnds}. On that day{' '}
      {props.price} is charged to {props.card}, and then monthly, unless you cancel before. We remind you by email 7
      days and 1 day before.
    </Paragraph>
    <Paragraph>
      <strong>To cancel,</strong> <MailLink href={props.planLink}>open your plan</MailLink> at any time, or write to{' '}
      {props.site.SUPPORT_EMAIL}. After 30 days that page emails you a new link. If you cancel before {props.trialEnds},
      nothing is charged.
    </Paragraph>
    {props.agreed && (
      <Paragraph>
        <strong>What you agreed to</strong> on {props.agreed.on}: “{props.agreed.text}”
      </Paragraph>
    )}
    <Paragraph>
      <strong>Good first steps:</strong> invite two or three core team members, then start one small group together.
    </Paragraph>
  </MailLayout>
);
