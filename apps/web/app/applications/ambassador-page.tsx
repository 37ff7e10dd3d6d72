import { TOASTS } from '@lampstand/contracts';
import { useState } from 'react';
import { type ActionFunctionArgs, type MetaFunction, redirect } from 'react-router-dom';
import { AppProviders } from '../components/app-providers.tsx';
import { PageHeader, PageLayout } from '../components/page-layout.tsx';
import { ResultPage } from '../components/result-page.tsx';
import { showToast } from '../components/toast-store.ts';
import { AMBASSADORS_GET } from '../content/claims.ts';
import { formOf, loadRefused, refuse } from '../lib/posted-form.ts';
import { formHeadOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { servicesContext } from '../server/context.ts';
import { ApplicationForm, type FieldGroups } from './application-form.tsx';

const page: Page = {
  path: '/ambassador-application',
  title: 'Ambassador Application',
  description:
    'Apply as an ambassador: early access to new features, exclusive strategy calls, and a say in where youth ministry technology goes from here.',
  keywords: ['youth ministry ambassador', 'early access', 'youth pastor program', 'ministry technology'],
  scene: 'table',
};

export const handle: PageHandle = { page, hydrate: true };
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => formHeadOf(page, loaderData);

export const loader = loadRefused;

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await formOf(request);
  const { refusal } = await context.get(servicesContext).submitApplication(typed);
  return refusal ? refuse(context, typed, refusal) : redirect('/ambassador-application/sent', 303);
}

const GROUPS: FieldGroups[] = [
  { legend: 'You', fields: ['firstName', 'lastName', 'email', 'phone', 'position'] },
  { legend: 'Your church', fields: ['churchName', 'churchCity', 'churchState', 'churchSize'] },
  { legend: 'Your ministry', fields: ['yearsInMinistry', 'whyInterested'] },
];

const NEXT = [
  'Our team reviews your application.',
  'You receive an email with our decision.',
  'If you’re selected, we invite you to ambassador onboarding.',
] as const;

export default function AmbassadorPage() {
  const [submitted, setSubmitted] = useState(false);
  return <AppProviders>{submitted ? <Submitted /> : <Apply onSent={() => setSubmitted(true)} />}</AppProviders>;
}

const Apply = ({ onSent }: { onSent: () => void }) => (
  <PageLayout>
    <PageHeader
      scene="table"
      heading="Ambassador Application"
      intro="Ambassadors get early access to new features, exclusive strategy calls and help shape youth ministry technology. Tell us who you are and where you serve. It takes about five minutes, and we read every application ourselves."
    />
    <ApplicationForm
      call="ambassador-application"
      groups={GROUPS}
      button="Submit Application"
      onSent={() => {
        showToast(TOASTS.applicationSubmitted);
        onSent();
      }}
      aside={<Aside />}
    />
  </PageLayout>
);

const Aside = () => (
  <aside className="beside-form" aria-labelledby="wanted">
    <h2 id="wanted">Who we look for</h2>
    <p>
      Youth pastors who work with students every week and will tell us the truth about what helps and what doesn’t. The
      size of your church makes no difference.
    </p>
    <h2>What you get</h2>
    <ul className="lamps">
      {AMBASSADORS_GET.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  </aside>
);

/** Also a page of its own, for a form sent without scripts. */
export const Submitted = () => (
  <ResultPage title="Application Submitted!" lit>
    <p className="lede">
      Thank you. We review applications within <span className="nowrap">5-7 business days.</span>
    </p>
    <h2>What happens next?</h2>
    <ol className="what-next wide">
      {NEXT.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ol>
    <a className="button primary large" href="/">
      Return to Homepage
    </a>
  </ResultPage>
);
