import type { MetaFunction } from 'react-router-dom';
import { LinkButton, LinkPage } from '../components/link-page.tsx';
import { linkAction, linkHeadOf, loadLink } from '../lib/link-form.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { OldCorrection, PLAN_LINK } from './old-correction.tsx';

const page: Page = {
  path: '/plan/keep-email',
  title: 'Keep Your Email',
  description:
    'A new email address was entered for your account. With the link that we emailed to the present one you keep it, or use the new one at once.',
  keywords: ['account email', 'new email address', 'keep'],
  noindex: true,
};

export const handle: PageHandle = { page, readsQuery: true, byLink: true };
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => linkHeadOf(page, loaderData);
export const loader = loadLink;

export const action = linkAction(
  (services, form) => services.answerNewEmail(form),
  (answer) =>
    answer === 'keep'
      ? {
          title: 'Your email stays',
          text: 'The new address is forgotten, and our support team looks into it. Our emails go on coming to your address.',
        }
      : {
          title: 'The new email may be used',
          text: 'Once its owner has confirmed it, our emails go there. The link to confirm it is in an email to the new address.',
        },
);

/** Behind the link that goes to a member's present email when a new one was entered. */
export default function KeepEmailPage() {
  return (
    <LinkPage
      title="Keep your email?"
      text="Our support team entered another email address for your account. If you did not ask for it, keep yours."
      remedy={<OldCorrection />}
      next={PLAN_LINK}
    >
      <LinkButton
        label="Keep my address"
        name="answer"
        value="keep"
        other={{ label: 'Use the new one now', value: 'use' }}
      />
    </LinkPage>
  );
}
