import { post } from '../lib/api.ts';
import { formPages } from '../site/form-pages.ts';
import { headOf } from '../site/head.ts';
import { MailLink } from '../site/mail-link.tsx';
import { LinkPage, type Outcome } from '../site/link-page.tsx';

const page = formPages.newsletterUnsubscribe;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

/** The address that mail programs call for a one-click unsubscribe, too. */
async function unsubscribe(token: string): Promise<Outcome> {
  await post(`/newsletter/unsubscribe?token=${encodeURIComponent(token)}`, {});
  return {
    title: 'You are unsubscribed',
    text: 'You will not get another issue. No hard feelings, and blessings on your ministry.',
    link: { href: '/', label: 'Return to Home' },
  };
}

export default function UnsubscribePage() {
  return (
    <LinkPage
      title="Unsubscribe"
      text="Click once, and we stop sending you the newsletter. E-mails that belong to an account or a trial are not affected."
      button="Unsubscribe"
      pending="Unsubscribing…"
      act={unsubscribe}
      remedy={
        <>
          Use the link in the latest issue you received, or write to <MailLink /> and we take you off the list.
        </>
      }
    />
  );
}
