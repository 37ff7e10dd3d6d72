import { Action, MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

interface SubscriptionEndedMailProps {
  site: Site;
  firstName: string;
  plan: string;
  /** Whether anything was ever charged. */
  charged: boolean;
  signUp: string;
}

/** The subscription is over; nothing more is charged. */
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
