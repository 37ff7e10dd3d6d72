import { MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

/** To an address that is not proven: nothing that was typed. */
export const ApplicationReceivedMail = ({ site }: { site: Site }) => (
  <MailLayout site={site} preview="We review it within 5-7 business days." heading="Thank you for applying">
    <Paragraph>
      Your application to the {site.PRODUCT_NAME} ambassador program has arrived. There is nothing more to do for now.
    </Paragraph>
    <Paragraph>
      <strong>What happens next?</strong> Our team reads every application and reviews yours within 5-7 business days.
      Then you receive an e-mail with our decision. If you are selected, we invite you to ambassador onboarding.
    </Paragraph>
    <Paragraph>Something has changed, or you wish to withdraw? Just answer this mail.</Paragraph>
    <Paragraph>You did not apply? Then please answer this mail, too, and we delete the application.</Paragraph>
  </MailLayout>
);
