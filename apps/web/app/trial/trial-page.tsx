import {
  checkTrialSignup,
  civilDay,
  ERRORS,
  type PostedForm,
  type Refusal,
  type Toast,
  TOASTS,
} from '@lampstand/contracts';
import { resumeState } from '@lampstand/workflows';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
} from 'react-router-dom';
import plans from '../components/plan-picker.module.css';
import { AppProviders } from '../components/app-providers.tsx';
import { FailureNotice, useFailure } from '../components/notice.tsx';
import { Loading } from '../components/result-page.tsx';
import { Stage } from '../components/stage.tsx';
import { MailLink } from '../components/text-links.tsx';
import { showToast } from '../components/toast-store.ts';
import { ApiError } from '../lib/api.ts';
import { DEFAULT_TIME_ZONE } from '../lib/clock.ts';
import { KeepTyped } from '../lib/keep-typed.ts';
import { loadPart } from '../lib/parts.ts';
import { formOf, loadRefused, refuse } from '../lib/posted-form.ts';
import { PLAN, site } from '../lib/site.ts';
import { useErrorInTitle } from '../lib/title.ts';
import { formHeadOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { servicesContext } from '../server/context.ts';
import { type FieldName, fieldsOn, screenOf } from './registration/fields.tsx';
import { useMailedProof } from './known-browser.tsx';
import { Registration } from './registration/registration.tsx';
import { SCREEN_COUNT } from './registration/use-screens.ts';
import { HEADINGS, pageTitle } from './step-layout.tsx';
import { isResumeLink, positionOf, resumePath, type Trial, trialQuery, useResumeLink } from './trial-session.ts';

const page: Page = {
  path: '/trial',
  title: 'Start Your 30-Day Free Trial',
  description: `Try ${site.product} with your youth group for 30 days: every feature included, nothing charged until the trial ends, reminders before, cancel anytime.`,
  keywords: [
    'youth ministry free trial',
    'youth group software trial',
    'student discipleship app',
    'youth pastor sign up',
  ],
};

/** The server renders the steps, too, whose scripts load later. */
const stepSheets = Object.values(import.meta.glob<object>('./**/*.module.css', { eager: true, import: 'default' }));

export const handle: PageHandle = {
  page,
  hydrate: true,
  header: 'sign-up',
  readsQuery: true,
  sheets: [plans, ...stepSheets],
};
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  const title = titleOf(loaderData?.trial?.step);
  return formHeadOf(title ? { ...page, title } : page, loaderData);
};

function titleOf(step = ''): string | undefined {
  if (!Object.hasOwn(HEADINGS, step)) return undefined;
  const known = step as keyof typeof HEADINGS;
  return pageTitle(known, HEADINGS[known]);
}

interface Loaded {
  refused?: boolean;
  trial?: Trial & { trialId: number };
  refusal?: Refusal;
}

/** The sign-up of a resume link, so that the first picture of the page is its step. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  if (!isResumeLink(query)) return loadRefused({ context }) as Loaded;
  const { value: trial, refusal } = await context.get(servicesContext).trial(query.get('trialId') ?? '');
  return refusal ? data<Loaded>({ refusal }, { status: refusal.status }) : ({ trial } satisfies Loaded);
}

/** The browser loads the sign-up itself once React runs. */
export const shouldRevalidate = () => false;

/** Saves step one; a press of Continue before the scripts have loaded only leads to the next screen. */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await formOf(request);
  const screen = Number(typed['screen']);
  if (screen >= 1 && screen < SCREEN_COUNT && !fieldsOn(SCREEN_COUNT).some((name) => typed[name])) {
    const fields = problemsUpTo(screen, typed);
    if (fields) return refuse(context, typed, { status: 400, error: { error: ERRORS.invalid, fields } });
    return { typed, screen: screen + 1 };
  }
  const plan = new URL(request.url).searchParams.get('plan');
  const { value, refusal } = await context.get(servicesContext).startTrial(typed, plan);
  return refusal ? refuse(context, typed, refusal) : redirect(`/trial/code?trialId=${value.trialId}`, 303);
}

/** What is wrong on the first screens of the form. Their fields do not depend on the day. */
function problemsUpTo(screen: number, typed: PostedForm): Record<string, string> | undefined {
  const { problems = {} } = checkTrialSignup(typed, civilDay(new Date(), DEFAULT_TIME_ZONE));
  const wrong = Object.entries(problems).filter(([name]) => screenOf(name as FieldName) <= screen);
  return wrong.length ? Object.fromEntries(wrong) : undefined;
}

const loadWizard = () => loadPart(() => import('./wizard.tsx'));
const Wizard = lazy(loadWizard);

export default function TrialPage() {
  return (
    <AppProviders>
      <Suspense fallback={<Loading title="Opening your sign-up…" />}>
        <KeepTyped />
        <TrialSignup />
      </Suspense>
    </AppProviders>
  );
}

/** The registration form, or the current step of the saved sign-up that the address names. */
function TrialSignup() {
  const link = useResumeLink();
  const [epoch, setEpoch] = useState(0);
  const [savedHere, setSavedHere] = useState(0);
  const trialId = link && link !== 'broken' ? link.trialId : 0;
  const { trial: loaded, refusal } = useLoaderData<typeof loader>();
  const {
    data: trial,
    error,
    refetch,
  } = useQuery({
    ...trialQuery(trialId),
    enabled: trialId > 0 && !refusal,
    ...(loaded?.trialId === trialId && { initialData: loaded }),
  });
  const proven = useMailedProof(trialId, refetch);
  const restart = useCallback(() => setEpoch((count) => count + 1), []);

  const notLoaded = (status?: number) =>
    status === 404 ? <Unknown /> : <NotLoaded toast={TOASTS.loadFailed} retry={resumePath(trialId)} />;

  if (link === 'broken') return <NotLoaded toast={TOASTS.missingTrial} />;
  if (refusal) return notLoaded(refusal.status);
  if (!link) {
    return <Registration onSaved={setSavedHere} onBegin={() => void loadWizard().catch(() => {})} />;
  }
  if (!trial) {
    if (error) return notLoaded(error instanceof ApiError ? error.status : undefined);
    return <Loading title="Opening your sign-up…" />;
  }
  const start = resumeState(positionOf(trial));
  const loading = { reload: refetch, restart, proven };
  return <Wizard key={epoch} {...{ start, trialId, trial, ...loading }} resumed={savedHere !== trialId} />;
}

/** A sign-up that does not exist, or no longer. */
function Unknown() {
  useErrorInTitle(true);
  useEffect(() => showToast({ ...TOASTS.loadFailed, description: ERRORS.trialNotFound }), []);
  return (
    <Stage>
      <h1>We could not find this sign-up</h1>
      <p className="lede quiet">
        We delete sign-ups that were not finished, after 30 days or, with a confirmed phone, after 90. Or a part of the
        link is missing. Use the link in our newest email, or start over; it takes about two minutes.
      </p>
      <a className="button primary" href="/trial">
        Start over
      </a>
      <p className="quiet">
        Is your account open already? <a href={PLAN}>Open your plan.</a> Questions? Write to <MailLink />.
      </p>
    </Stage>
  );
}

/** A sign-up that could not be loaded, by the server or by the browser. Another try helps only where there is one: `retry`. */
function NotLoaded({ toast, retry }: { toast: Toast; retry?: string }) {
  const failure = useFailure(toast);
  useEffect(() => showToast({ ...toast, silent: true }), [toast]);
  return (
    <Stage>
      <h1>We could not open your sign-up</h1>
      <FailureNotice failure={failure} />
      <div className="row">
        {retry && (
          <a className="button primary" href={retry}>
            Try again
          </a>
        )}
        <a className="button second" href="/trial">
          Start over
        </a>
      </div>
    </Stage>
  );
}
