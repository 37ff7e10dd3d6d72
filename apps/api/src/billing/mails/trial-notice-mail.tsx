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

/** What card networks ask for before the first charge: price, date, plan, and how to cancel. */
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
