import { LinkPage, type Outcome } from '../components/link-page.tsx';
import { MailLink } from '../components/text-links.tsx';
import { post } from '../lib/api.ts';
import { formPages } from '../seo/app-pages.ts';
import { headOf } from '../seo/head.ts';

const page = formPages.newsletterUnsubscribe;

export const handle = { hydrate: page.hydrate, readsQuery: true };
export const meta = () => headOf(page);

/** Mail programs POST to the same address for the one-click unsubscribe of RFC 8058. */
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
      text="Click once, and we stop sending you the newsletter. Emails that belong to an account or a trial are not affected."
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
