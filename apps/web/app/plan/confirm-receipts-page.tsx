import type { MetaFunction } from 'react-router-dom';
import { LinkButton, LinkPage } from '../components/link-page.tsx';
import { linkAction, linkHeadOf, loadLink } from '../lib/link-form.ts';
import type { Page, PageHandle } from '../seo/page.ts';

const page: Page = {
  path: '/plan/confirm-receipts',
  title: 'Get the Receipts',
  description:
    'Confirm that the invoices and receipts of a plan may come to your address, too, with the link that we emailed to it. You can stop them at any time.',
  keywords: ['receipts', 'church treasurer', 'confirmation'],
  noindex: true,
};

export const handle: PageHandle = { page, readsQuery: true, byLink: true };
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => linkHeadOf(page, loaderData);
export const loader = loadLink;

export const action = linkAction(
  (services, form) => services.confirmReceipts(form),
  () => ({
    title: 'The receipts come to you',
    text: 'From now on invoices and receipts go to your address, too. Each has a link with which you stop them.',
  }),
);

/** Behind the link that goes to a second address for receipts. */
export default function ConfirmReceiptsPage() {
  return (
    <LinkPage
      title="Get the receipts?"
      text="Invoices and receipts of the plan go to your address, too."
      remedy="It may be over 7 days old, or the member has changed the address. Ask the member to enter your address again."
    >
      <LinkButton
        label="Send me the receipts"
        below="If you do not know what this is, simply close the page. Nothing will be sent."
      />
    </LinkPage>
  );
}
