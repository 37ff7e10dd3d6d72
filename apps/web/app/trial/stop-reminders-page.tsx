import type { MetaFunction } from 'react-router-dom';
import { LinkButton, LinkPage } from '../components/link-page.tsx';
import { MailLink } from '../components/text-links.tsx';
import { linkAction, linkHeadOf, loadLink } from '../lib/link-form.ts';
import type { Page, PageHandle } from '../seo/page.ts';

const page: Page = {
  path: '/reminders/stop',
  title: 'Stop Reminders',
  description:
    'Stop the reminders of an unfinished sign-up with one click. What you entered stays, and the link in our emails still leads back to it.',
  keywords: ['unfinished sign-up', 'stop reminders', 'email preferences'],
  noindex: true,
};

export const handle: PageHandle = { page, readsQuery: true, byLink: true };
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => linkHeadOf(page, loaderData);
export const loader = loadLink;

/** Mail programs post to it, too, for the one-click unsubscribe of RFC 8058. */
export const action = linkAction(
  (services, form) => services.stopReminders(form),
  () => ({
    title: 'No more reminders',
    text: 'What you entered is deleted after 30 days, or after 90 if your phone is confirmed. Until then the link in our emails leads back to it.',
  }),
);

export default function StopPage() {
  return (
    <LinkPage
      title="Stop reminders"
      text="Click once, and we send you no more reminders about your unfinished sign-up."
      remedy={
        <>
          Use the link in the latest email you received, or write to <MailLink /> and we do it for you.
        </>
      }
    >
      <LinkButton label="Stop reminders" />
    </LinkPage>
  );
}
