import type { MetaFunction } from 'react-router-dom';
import { LinkButton, LinkPage } from '../components/link-page.tsx';
import { MailLink } from '../components/text-links.tsx';
import { linkAction, linkHeadOf, loadLink } from '../lib/link-form.ts';
import type { Page, PageHandle } from '../seo/page.ts';

const page: Page = {
  path: '/plan/not-mine',
  title: 'Not Your Account',
  description:
    'Someone has an account with your email address? With the link that we emailed to you, you tell us that the account is not yours.',
  keywords: ['email address', 'account of someone else', 'correct'],
  noindex: true,
};

export const handle: PageHandle = { page, readsQuery: true, byLink: true };
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => linkHeadOf(page, loaderData);
export const loader = loadLink;

export const action = linkAction(
  (services, form) => services.claimMailbox(form),
  (outcome) =>
    outcome === 'claimed'
      ? {
          title: 'Thank you for telling us',
          text: 'Our support team corrects the address of that account with its member. After that, you can start a free trial with yours.',
        }
      : {
          title: 'The account has another address now',
          text: 'It no longer has yours, so there is nothing left to correct.',
          link: { href: '/trial', label: 'Start your free trial' },
        },
);

/** Behind the link that goes to the address of an account when another sign-up wanted it. */
export default function NotMinePage() {
  return (
    <LinkPage
      title="Is the account not yours?"
      text="An account has your email address, perhaps because its member mistyped another one. Press once, and our support team corrects it with the member."
      remedy={
        <>
          It may be over 30 days old or incomplete. Write to <MailLink /> and we look into it.
        </>
      }
    >
      <LinkButton
        label="It is not my account"
        below="If the account is yours, simply close the page. Nothing changes."
      />
    </LinkPage>
  );
}
