import type { SubscriptionConfirmedAnswer } from '@lampstand/contracts';
import { type ActionFunctionArgs, data } from 'react-router-dom';
import { LinkPage, type Outcome, type Posted } from '../components/link-page.tsx';
import { post } from '../lib/api.ts';
import { formPages } from '../seo/app-pages.ts';
import { headOf } from '../seo/head.ts';
import { servicesContext } from '../server/context.ts';

const page = formPages.newsletterConfirm;

export const handle = { hydrate: page.hydrate, readsQuery: true };
export const meta = () => headOf(page);

const READ = { href: '/blog', label: 'Read the blog' };

async function confirm(token: string): Promise<Outcome> {
  return outcomeOf(await post<SubscriptionConfirmedAnswer>('/api/newsletter-subscriptions/confirm', { token }));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const { value, refusal } = await context.get(servicesContext).confirmSubscription(token);
  return refusal
    ? data<Posted>({ refusal }, { status: refusal.status })
    : ({ outcome: outcomeOf(value) } satisfies Posted);
}

function outcomeOf({ alreadyConfirmed }: Pick<SubscriptionConfirmedAnswer, 'alreadyConfirmed'>): Outcome {
  return alreadyConfirmed
    ? { title: 'You are already on the list', text: 'There is nothing more to do.', link: READ }
    : {
        title: 'You are on the list',
        text: 'Thank you. Until the first issue arrives, the blog has articles to use this week.',
        link: READ,
      };
}

export default function ConfirmPage() {
  return (
    <LinkPage
      title="Confirm your subscription"
      text="Click once to get our next issue. You can unsubscribe at any time."
      button="Confirm subscription"
      pending="Confirming…"
      below="If you did not ask for this, simply close the page. You will not hear from us."
      act={confirm}
      posts
      remedy={
        <>
          It may be old or incomplete. Enter your address <a href="/blog#newsletter">on the blog page</a> again, and we
          send you a new one.
        </>
      }
    />
  );
}
