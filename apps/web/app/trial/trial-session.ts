import {
  byField,
  chosenPlan,
  DEFAULT_TIER,
  greetingName,
  RESUMED_FIELDS,
  type SavedTrialSignup,
  TRIAL_DAYS,
  trialId as trialIdRule,
  type TrialSignupAnswer,
  type TrialSignupBody,
} from '@lampstand/contracts';
import { STEPS, type TrialEvent, type WireStep } from '@lampstand/workflows';
import { queryOptions } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { serverNow } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';
import { loadTrial } from './calls.ts';

/** A saved sign-up and its transitions, as the screens of the wizard get them. */
export interface TrialSession {
  trialId: number;
  trial: SavedTrialSignup;
  /** Opened by its link, not continued from the form of this tab. */
  resumed: boolean;
  /** Sends an event to the local replica of the chart, after the server has accepted the fact. */
  advance: (event: TrialEvent['type']) => void;
  /** Reloads the trial; if it is at another step than the screen, the wizard starts again there: true. */
  catchUp: () => Promise<boolean>;
  /** Reloads the trial and leaves the screen as it is. */
  reload: () => Promise<unknown>;
  /** Waits until a press that makes this browser known has had its effect. */
  proven: () => Promise<void>;
  /** Returns to the card form because the stored card is unusable. */
  loseCard: (reason: string) => void;
  cardLost: string | undefined;
}

export interface ScreenProps {
  session: TrialSession;
}

export type Trial = TrialSignupAnswer['trialSignup'];

export const trialQuery = (trialId: number) =>
  queryOptions({ queryKey: ['trial-signup', trialId], queryFn: () => loadTrial(trialId) });

/** Caches a new sign-up as the server would answer it, which saves the next step a request. */
export function cacheSavedSignup(trialId: number, details: TrialSignupBody) {
  const now = serverNow();
  // The device's clock may be years off, and the date of the first charge follows from this one.
  if (!now) return;
  const trial: SavedTrialSignup = {
    ...byField(RESUMED_FIELDS, (name) => details[name]),
    phoneVerified: false,
    step: 'phone-verification',
    selectedPlan: details.selectedPlan ?? DEFAULT_TIER,
    paymentVerified: false,
    trialEndsAt: new Date(now.getTime() + TRIAL_DAYS * 86_400_000).toISOString(),
  };
  queryClient.setQueryData(trialQuery(trialId).queryKey, trial);
}

export const patchTrial = (trialId: number, changes: Partial<SavedTrialSignup>) =>
  queryClient.setQueryData(trialQuery(trialId).queryKey, (trial) => trial && { ...trial, ...changes });

/** ", Mary" to greet with; nothing in a browser that is not known. */
export const nameAfter = (trial: Trial): string => (trial.masked ? '' : `, ${greetingName(trial)}`);

/** False once the account is open: the link then shows fewer details. */
export const isUnopened = (trial: Trial): trial is SavedTrialSignup => 'phone' in trial;

/** Input of `resumeState` in `@lampstand/workflows`. */
export const positionOf = (trial: Trial) => ({
  step: STEPS.find((each) => each === trial.step) ?? ('registration' satisfies WireStep),
  paymentVerified: 'paymentVerified' in trial && trial.paymentVerified,
  userExists: trial.userExists === true,
});

/** The plan that was chosen on the site, from the address. */
export const usePlanInAddress = () => chosenPlan(useSearchParams()[0].get('plan'));

type ResumeLink = { trialId: number } | 'broken' | undefined;

export const resumePath = (trialId: number | string) => `/trial?step=verification&trialId=${trialId}`;

/** The page of a step without scripts, with the proof of the mailed link that opened it. */
export const plainPath = (step: 'code' | 'card', trialId: number | string, proof: string | null) =>
  `/trial/${step}?trialId=${trialId}${proof ? `&proof=${encodeURIComponent(proof)}` : ''}`;

/** Whether the address names a saved sign-up. */
export const isResumeLink = (query: URLSearchParams): boolean =>
  query.get('step') === 'verification' || query.has('trialId');

/** The saved sign-up that the address names; undefined for none. */
export function useResumeLink(): ResumeLink {
  const [query] = useSearchParams();
  if (!isResumeLink(query)) return undefined;
  const id = trialIdRule.safeParse(query.get('trialId'));
  return id.success ? { trialId: id.data } : 'broken';
}
