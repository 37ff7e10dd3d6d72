import { ERRORS } from '@lampstand/contracts';
import type { WireStep } from '@lampstand/workflows';
import type { ReactNode } from 'react';
import {
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router-dom';
import { RefusalNotice } from '../components/form.tsx';
import { Notice } from '../components/notice.tsx';
import { Stage } from '../components/stage.tsx';
import { loadRefused, useRefusedForm, useTyped } from '../lib/posted-form.ts';
import { servicesContext } from '../server/context.ts';
import { Progress } from './step-layout.tsx';
import { plainPath, resumePath, type Trial } from './trial-session.ts';

/** The steps that have a page for browsers without scripts. */
const PAGES: Partial<Record<string, 'code' | 'card'>> = {
  'phone-verification': 'code',
  'billing-information': 'card',
} satisfies Partial<Record<WireStep, 'code' | 'card'>>;

/** Loads the sign-up that the address names. When it is at another step than this page's, its own page opens. */
export async function loadStep(step: WireStep, { request, context }: LoaderFunctionArgs) {
  const { refused } = loadRefused({ context });
  const query = new URL(request.url).searchParams;
  const trialId = query.get('trialId');
  if (!trialId) return { refused, problem: ERRORS.trialNotFound } satisfies Loaded;
  const { value: trial, refusal } = await context.get(servicesContext).trial(trialId);
  if (refusal) return data<Loaded>({ refused, problem: refusal.error.error }, { status: refusal.status });
  if (trial.step === step) return { refused, trial } satisfies Loaded;
  const page = PAGES[trial.step];
  throw redirect(page ? plainPath(page, trial.trialId, query.get('proof')) : resumePath(trial.trialId), 303);
}

export interface Loaded {
  refused: boolean;
  trial?: Trial;
  problem?: string;
}

/** The sign-up that the loader of the page has found. */
export const useLoadedTrial = (): Trial | undefined => useLoaderData<Loaded>().trial;

interface Props {
  step: WireStep;
  title: string;
  intro: ReactNode;
  /** The forms of the step. */
  children: ReactNode;
}

/** The page of one step for browsers without scripts, which is never hydrated. */
export function PlainStep({ step, title, intro, children }: Props) {
  const { problem } = useLoaderData<Loaded>();
  const posted = useActionData();
  const refused = useRefusedForm();
  return (
    <Stage above={<Progress step={step} />}>
      <h1>{problem && !posted ? 'We could not open your sign-up' : title}</h1>
      {refused && <RefusalNotice refused={refused} />}
      {problem && !posted ? (
        <>
          <Notice tone="bad">{problem}</Notice>
          <a className="button primary" href="/trial">
            Start over
          </a>
        </>
      ) : (
        <>
          <p className="lede quiet">{intro}</p>
          {children}
        </>
      )}
    </Stage>
  );
}

/** From the form that was posted, or from the address. */
function useValue(name: string): string {
  const [query] = useSearchParams();
  return useTyped(name) ?? query.get(name) ?? '';
}

/** The controls that tell which sign-up a form is of, with the proof of a mailed link. */
export const TrialId = () => (
  <>
    <input type="hidden" name="trialId" defaultValue={useValue('trialId')} />
    <input type="hidden" name="proof" defaultValue={useValue('proof')} />
  </>
);
