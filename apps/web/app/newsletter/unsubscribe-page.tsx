import type { MetaFunction } from 'react-router-dom';
import { LinkButton, LinkPage } from '../components/link-page.tsx';
import { MailLink } from '../components/text-links.tsx';
import { linkAction, linkHeadOf, loadLink } from '../lib/link-form.ts';
import type { Page, PageHandle } from '../seo/page.ts';

const page: Page = {
  path: '/newsletter/unsubscribe',
  title: 'Unsubscribe',
  description:
    'Unsubscribe from our newsletter for youth pastors with one click. Emails that belong to your account or your trial aren’t affected.',
  keywords: ['youth pastor newsletter', 'unsubscribe', 'email preferences'],
  noindex: true,
};

export const handle: PageHandle = { page, readsQuery: true, byLink: true };
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => linkHeadOf(page, loaderData);
export const loader = loadLink;

/** Mail programs post to it, too, for the one-click unsubscribe of RFC 8058. */
export const action = linkAction(
  (services, form) => services.unsubscribe(form),
  () => ({
    title: 'You’re unsubscribed',
    text: 'You won’t get another issue. No hard feelings, and blessings on your ministry.',
  }),
);

export default function UnsubscribePage() {
  return (
    <LinkPage
      title="Unsubscribe"
      text="Click once, and we stop sending you the newsletter. Emails that belong to an account or a trial aren’t affected."
      remedy={
        <>
          Use the link in the latest issue you received, or write to <MailLink /> and we take you off the list.
        </>
      }
    >
      <LinkButton label="Unsubscribe" />
    </LinkPage>
  );
}
