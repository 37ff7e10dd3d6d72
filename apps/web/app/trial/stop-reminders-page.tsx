import { LinkPage, type Outcome } from '../components/link-page.tsx';
import { MailLink } from '../components/text-links.tsx';
import { post } from '../lib/api.ts';
import { formPages } from '../seo/app-pages.ts';
import { headOf } from '../seo/head.ts';

const page = formPages.remindersStop;

export const handle = { hydrate: page.hydrate, readsQuery: true };
export const meta = () => headOf(page);

/** Mail programs POST to the same address for the one-click unsubscribe of RFC 8058. */
async function stop(token: string): Promise<Outcome> {
  await post(`/reminders/stop?token=${encodeURIComponent(token)}`, {});
  return {
    title: 'No more reminders',
    text: 'What you entered is kept for a while. If you change your mind, the link in our emails leads back to it.',
    link: { href: '/', label: 'Return to Home' },
  };
}

export default function StopPage() {
  return (
    <LinkPage
      title="Stop reminders"
      text="Click once, and we send you no more reminders about your unfinished sign-up."
      button="Stop reminders"
      pending="Stopping…"
      act={stop}
      remedy={
        <>
          Use the link in the latest email you received, or write to <MailLink /> and we do it for you.
        </>
      }
    />
  );
}
