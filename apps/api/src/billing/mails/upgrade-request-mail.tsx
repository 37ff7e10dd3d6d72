import { Action, MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

interface UpgradeRequestMailProps {
  site: Site;
  firstName: string;
  activeUsers: number;
  plan: string;
  range: string;
  /** The plan that fits. */
  next: { plan: string; range: string; price: string };
  planLink: string;
}

/** More were active than the plan is for. Nothing changes by itself. */
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
