import { Link } from '@react-email/link';
import { MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

interface AlreadySubscribedMailProps {
  site: Site;
  unsubscribeLink: string;
}

export const AlreadySubscribedMail = ({ site, unsubscribeLink }: AlreadySubscribedMailProps) => (
  <MailLayout site={site} preview="Nothing more to do." heading="You are already subscribed">
    <Paragraph>
      Somebody, probably you, asked for the {site.PRODUCT_NAME} newsletter to come to this address. It does already, so
      there is nothing more to do.
    </Paragraph>
    <Paragraph>
      You would rather not receive it? <Link href={unsubscribeLink}>Unsubscribe</Link> with one click.
    </Paragraph>
  </MailLayout>
);
