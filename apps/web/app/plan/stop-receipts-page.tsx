import type { MetaFunction } from 'react-router-dom';
import { LinkButton, LinkPage } from '../components/link-page.tsx';
import { MailLink } from '../components/text-links.tsx';
import { linkAction, linkHeadOf, loadLink } from '../lib/link-form.ts';
import type { Page, PageHandle } from '../seo/page.ts';

const page: Page = {
  path: '/plan/stop-receipts',
  title: 'Stop Receipts',
  description:
    'Stop the invoices and receipts that come to you for the plan of someone else, with one click. The member goes on getting them.',
  keywords: ['receipts', 'church treasurer', 'stop'],
  noindex: true,
};

export const handle: PageHandle = { page, readsQuery: true, byLink: true };
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => linkHeadOf(page, loaderData);
export const loader = loadLink;

export const action = linkAction(
  (services, form) => services.stopReceipts(form),
  () => ({
    title: 'No more receipts',
    text: 'Your address is removed. The member goes on getting the receipts, and can enter your address again.',
  }),
);

/** Behind the link in the receipts that go to a second address. */
export default function StopReceiptsPage() {
  return (
    <LinkPage
      title="Stop receipts"
      text="Click once, and we send you no more invoices and receipts of this plan."
      remedy={
        <>
          Use the link in the latest email you received, or write to <MailLink /> and we do it for you.
        </>
      }
    >
      <LinkButton label="Stop these receipts" />
    </LinkPage>
  );
}
