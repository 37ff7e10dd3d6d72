import { LinkPage, type Outcome } from '../components/link-page.tsx';
import { MailLink } from '../components/text-links.tsx';
import { post } from '../lib/api.ts';
import { appPages } from '../seo/app-pages.ts';
import { headOf } from '../seo/head.ts';

export const handle = { hydrate: appPages.planEmail.hydrate, readsQuery: true };
export const meta = () => headOf(appPages.planEmail);

async function confirm(token: string): Promise<Outcome> {
  await post('/api/plan/email', { token });
  return {
    title: 'Your new email is confirmed',
    text: 'From now on receipts, notices and links to your plan go to this address.',
    link: { href: '/plan', label: 'Get a link to your plan' },
  };
}

/** Behind the link that goes to a member's corrected email. */
export default function ConfirmEmailPage() {
  return (
    <LinkPage
      title="Confirm your new email"
      text="Use this address for your account: receipts, notices and links to your plan go there."
      button="Use this address"
      pending="Confirming…"
      below="If you did not ask for this, simply close the page. Nothing changes."
      act={confirm}
      remedy={
        <>
          It may be old, or the correction was taken back. Write to <MailLink /> and we send you a new one.
        </>
      }
    />
  );
}
