import { MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

/** To an address that is not proven: nothing that was typed. */
export const RequestReceivedMail = ({ site }: { site: Site }) => (
  <MailLayout site={site} preview="A person of our team answers you by e-mail." heading="Thank you">
    <Paragraph>Your request has arrived, and a person of our team answers you by e-mail.</Paragraph>
    <Paragraph>
      Anything to add, such as how many students you lead or a date you have in mind? Just answer this mail.
    </Paragraph>
    <Paragraph>
      You did not write to {site.PRODUCT_NAME}? Then please answer this mail, and we delete the request.
    </Paragraph>
  </MailLayout>
);
