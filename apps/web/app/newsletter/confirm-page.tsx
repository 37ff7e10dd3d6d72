import type { MetaFunction } from 'react-router-dom';
import { LinkButton, LinkPage } from '../components/link-page.tsx';
import { linkAction, linkHeadOf, loadLink } from '../lib/link-form.ts';
import type { Page, PageHandle } from '../seo/page.ts';

const page: Page = {
  path: '/newsletter/confirm',
  title: 'Confirm Your Subscription',
  description:
    'Confirm that you would like to receive our newsletter for youth pastors. Nothing is sent before you confirm, and you can unsubscribe anytime.',
  keywords: ['youth pastor newsletter', 'confirm subscription', 'youth ministry articles'],
  noindex: true,
};

export const handle: PageHandle = { page, readsQuery: true, byLink: true };
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => linkHeadOf(page, loaderData);
export const loader = loadLink;

const READ = { href: '/blog', label: 'Read the blog' };

export const action = linkAction(
  (services, form) => services.confirmSubscription(form),
  ({ alreadyConfirmed }) =>
    alreadyConfirmed
      ? { title: 'You’re already on the list', text: 'There’s nothing more to do.', link: READ }
      : {
          title: 'You’re on the list',
          text: 'Thank you. Until the first issue arrives, the blog has articles to use this week.',
          link: READ,
        },
);

export default function ConfirmPage() {
  return (
    <LinkPage
      title="Confirm your subscription"
      text="Click once to get our next issue. You can unsubscribe at any time."
      remedy="It may be old or incomplete. Enter your address on the blog page again, and we send you a new one."
      next={{ href: '/blog#newsletter', label: 'Enter your address again' }}
    >
      <LinkButton
        label="Confirm subscription"
        below="If you didn’t ask for this, just close the page. You won’t hear from us."
      />
    </LinkPage>
  );
}
