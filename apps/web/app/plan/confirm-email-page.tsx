import type { MetaFunction } from 'react-router-dom';
import { LinkButton, LinkPage } from '../components/link-page.tsx';
import { linkAction, linkHeadOf, loadLink } from '../lib/link-form.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { OldCorrection, PLAN_LINK } from './old-correction.tsx';

const page: Page = {
  path: '/plan/email',
  title: 'Confirm Your New Email',
  description:
    'Confirm the new email address of your account with the link that we emailed to it. From then on receipts and notices go there.',
  keywords: ['account email', 'new email address', 'confirmation'],
  noindex: true,
};

export const handle: PageHandle = { page, readsQuery: true, byLink: true };
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => linkHeadOf(page, loaderData);
export const loader = loadLink;

export const action = linkAction(
  (services, form) => services.confirmEmail(form),
  ({ from }) => ({
    title: 'Your new email is confirmed',
    ...(from
      ? {
          text: `From ${from} on, receipts, notices and links to your plan go to this address. Until then the owner of the old one can refuse it.`,
        }
      : { text: 'From now on receipts, notices and links to your plan go to this address.' }),
  }),
);

/** Behind the link that goes to a member's corrected email. */
export default function ConfirmEmailPage() {
  return (
    <LinkPage
      title="Confirm your new email"
      text="Use this address for your account: receipts, notices and links to your plan go there."
      remedy={<OldCorrection />}
      next={PLAN_LINK}
    >
      <LinkButton
        label="Use this address"
        below="If you did not ask for this, simply close the page. Nothing changes."
      />
    </LinkPage>
  );
}
