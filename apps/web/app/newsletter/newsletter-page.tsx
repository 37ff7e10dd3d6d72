import { NEWSLETTER_MESSAGES } from '@lampstand/contracts';
import { type ActionFunctionArgs, type MetaFunction, useActionData } from 'react-router-dom';
import { EmailField } from '../components/email-field.tsx';
import { RefusalNotice } from '../components/form.tsx';
import { Notice } from '../components/notice.tsx';
import { Stage } from '../components/stage.tsx';
import { formOf, loadRefused, refuse, useRefusedForm } from '../lib/posted-form.ts';
import { formHeadOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { servicesContext } from '../server/context.ts';

const page: Page = {
  path: '/newsletter',
  title: 'Newsletter for Youth Pastors',
  description:
    'Subscribe to our newsletter for youth pastors: one useful thing for your ministry. We ask you to confirm by email first; unsubscribe anytime.',
  keywords: ['youth pastor newsletter', 'subscribe', 'youth ministry articles'],
  noindex: true,
};

export const handle: PageHandle = { page };
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => formHeadOf(page, loaderData);

export const loader = loadRefused;

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await formOf(request);
  const { refusal } = await context.get(servicesContext).subscribe(typed);
  return refusal ? refuse(context, typed, refusal) : { done: true };
}

/** Answers the newsletter's form that a browser without scripts posts. */
export default function NewsletterPage() {
  const refused = useRefusedForm();
  const done = useActionData<{ done?: true }>()?.done;
  return (
    <Stage>
      <h1>Our newsletter</h1>
      <p className="lede quiet">
        One useful thing for your ministry. We ask you to confirm by email first, and every issue has a link to
        unsubscribe.
      </p>
      {done && (
        <div role="status" className="wide">
          <Notice tone="good">{NEWSLETTER_MESSAGES.checkInbox}.</Notice>
        </div>
      )}
      {refused && <RefusalNotice refused={refused} />}
      <form className="stack wide" method="post" action="/newsletter" noValidate>
        <EmailField name="email" label="Email address" error={refused?.error.fields?.['email']} />
        <button type="submit" className="button primary large">
          Subscribe
        </button>
      </form>
      <a href="/blog">Read the blog</a>
    </Stage>
  );
}
