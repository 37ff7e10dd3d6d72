import { TOASTS } from '@lampstand/contracts';
import { useState } from 'react';
import { type ActionFunctionArgs, type MetaFunction, redirect } from 'react-router-dom';
import { AppProviders } from '../components/app-providers.tsx';
import { PageHeader, PageLayout } from '../components/page-layout.tsx';
import { ResultPage } from '../components/result-page.tsx';
import { MailLink } from '../components/text-links.tsx';
import { showToast } from '../components/toast-store.ts';
import { formOf, loadRefused, refuse } from '../lib/posted-form.ts';
import { formHeadOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { servicesContext } from '../server/context.ts';
import { ApplicationForm, type FieldGroups } from './application-form.tsx';

const page: Page = {
  path: '/trial-request',
  title: 'Talk to Us About Your Ministry',
  description:
    'For ministries with 500 or more active users, and for anyone who would rather talk with a person first: tell us a little and we write back.',
  keywords: ['large youth ministry', 'multi-site church', 'youth ministry software quote', 'contact sales'],
  scene: 'church',
};

export const handle: PageHandle = { page, hydrate: true };
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => formHeadOf(page, loaderData);

export const loader = loadRefused;

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await formOf(request);
  const { refusal } = await context.get(servicesContext).requestTrial(typed);
  return refusal ? refuse(context, typed, refusal) : redirect('/trial-request/sent', 303);
}

const GROUPS: FieldGroups[] = [
  { legend: 'You', fields: ['firstName', 'lastName', 'email', 'phone'] },
  { legend: 'Your church', fields: ['churchName', 'churchCity', 'churchState', 'position', 'churchSize'] },
  { legend: 'Your ministry', fields: ['yearsInMinistry', 'whyInterested'] },
];

export default function TrialRequestPage() {
  const [sent, setSent] = useState(false);
  return <AppProviders>{sent ? <Sent /> : <Ask onSent={() => setSent(true)} />}</AppProviders>;
}

const Ask = ({ onSent }: { onSent: () => void }) => (
  <PageLayout>
    <PageHeader
      scene="church"
      heading="Tell us about your ministry"
      intro="For ministries with 500 or more active users, and for anyone who’d like to talk with a person before signing up. Tell us a little, and we’ll write back with what makes sense for you."
    />
    <ApplicationForm
      call="trial-request"
      groups={GROUPS}
      button="Send Request"
      onSent={() => {
        showToast(TOASTS.requestSent);
        onSent();
      }}
      aside={<Aside />}
    />
  </PageLayout>
);

const Aside = () => (
  <aside className="beside-form" aria-labelledby="fewer">
    <h2 id="fewer">Fewer than 500?</h2>
    <p>You can start the free trial right away: 30 days, every feature.</p>
    <a className="button second" href="/trial">
      Start Free Trial
    </a>
  </aside>
);

/** Also a page of its own, for a form sent without scripts. */
export const Sent = () => (
  <ResultPage title="Request Sent!" lit>
    <p className="lede">
      Thank you. Someone on our team will read it and answer you by email. If it’s urgent, write to <MailLink />.
    </p>
    <a className="button primary large" href="/">
      Return to Home
    </a>
  </ResultPage>
);
