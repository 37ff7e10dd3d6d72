import { Action, MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

/** A fresh link to somebody's own plan. */
export const PlanLinkMail = ({ site, firstName, planLink }: { site: Site; firstName: string; planLink: string }) => (
  <MailLayout site={site} preview="Your plan, in one click." heading="Your link to your plan">
    <Paragraph>Hi {firstName}, here you can see your plan, change it, cancel it, or update your card.</Paragraph>
    <Action href={planLink}>Open your plan</Action>
    <Paragraph>The link is good for 30 days. If you did not ask for it, nothing has happened.</Paragraph>
  </MailLayout>
);
