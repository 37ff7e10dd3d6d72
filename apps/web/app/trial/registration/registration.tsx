import { InlineScript } from '../../components/inline-script.tsx';
import { controlOf } from '@lampstand/contracts';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { SubmitButton } from '../../components/buttons.tsx';
import { DraftNotice, ErrorSummary, FieldGroup } from '../../components/form.tsx';
import { MailLink, NewTabLink } from '../../components/text-links.tsx';
import { moveOnEnter } from '../../lib/enter-key.ts';
import { useHydrated } from '../../lib/hydration.ts';
import { usePosted, useRefusedForm } from '../../lib/posted-form.ts';
import { useSecondTap } from '../../lib/second-tap.ts';
import { useDraft } from '../../lib/storage.ts';
import { StepLayout } from '../step-layout.tsx';
import {
  ChurchFields,
  type FieldName,
  FIELDS,
  fieldsOn,
  type FieldsProps,
  MinistryFields,
  OptionalFields,
  PersonFields,
  screenOf,
} from './fields.tsx';
import { ContinueInstead, CurrentSignup } from '../current-signup.tsx';
import { resumePath } from '../trial-session.ts';
import { draft, useRegistration } from './use-registration.ts';
import { markScreen, SCREEN_COUNT, useScreens } from './use-screens.ts';
import styles from './registration.module.css';

interface Props {
  onSaved: (trialId: number) => void;
  /** First input; the page then prefetches the wizard. */
  onBegin: () => void;
}

/** Step one: one form in three short screens; without scripts, one page that posts. */
export function Registration({ onSaved, onBegin }: Props) {
  const hydrated = useHydrated();
  const first = useFirstScreen();
  const { screen, show, back, leaveFor } = useScreens(first);
  const { form, failure, refusals, checkFields, recheck, submit } = useRegistration({
    onSaved: (trialId) => {
      onSaved(trialId);
      leaveFor(resumePath(trialId));
    },
    fields: FIELDS,
    showField: (name) => screenOf(name) !== screen && show(screenOf(name), { focus: false }),
  });
  const { kept, keep, startOver } = useDraft(form, draft);
  const { errors, isSubmitting } = form.formState;
  const fields: FieldsProps = { form, errorOf: (name) => errors[name]?.message };
  useFirstScreenWhenEmpty(screen, () => !form.getValues('name'), show);

  const dropSecondTap = useSecondTap(`${screen} ${refusals}`);
  const judged = useRef(screen);
  /** Hides the error summary on a screen that has none of its fields. */
  const leaveErrors = useEffectEvent(() => {
    if (judged.current === screen) return;
    judged.current = screen;
    if (fieldsOn(screen).some((name) => errors[name])) return;
    form.clearErrors();
    failure.clear();
  });
  useEffect(() => leaveErrors(), [screen]);

  const [checking, setChecking] = useState(false);
  const goOn = async () => {
    if (checking) return;
    setChecking(true);
    if (await checkFields(fieldsOn(screen))) show(screen + 1);
    setChecking(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (screen < SCREEN_COUNT) void goOn();
    else void submit(event);
  };

  return (
    <StepLayout step="registration" title="Start your free trial">
      <InlineScript code={markScreen(first)} />
      <p className={`quiet ${styles.firstScreen}`}>Details, a code by text, a card. $0 today.</p>
      <noscript>
        <p className="wide">
          This page works without JavaScript up to the card. The card form itself needs it. If you’d rather write to us:{' '}
          <MailLink />.
        </p>
      </noscript>
      <CurrentSignup />
      {kept && (
        <DraftNotice
          onStartOver={() => {
            if (screen > 1) show(1);
            startOver('name');
            failure.clear();
          }}
        />
      )}
      <ErrorSummary errors={errors} fields={FIELDS} failure={failure} refusals={refusals}>
        {failure.toast?.member && <ContinueInstead />}
      </ErrorSummary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its controls */}
      <form
        className="stack wide"
        method="post" // to the address of the page, which may name a plan
        noValidate
        onSubmit={onSubmit}
        {...dropSecondTap}
        onInput={onBegin}
        onChange={(event) => {
          keep();
          recheck(event.target.name);
        }}
        onKeyDown={(event) => moveOnEnter(event, screen < SCREEN_COUNT ? () => void goOn() : undefined)}
      >
        <Screen number={1} title="Who you are">
          <PersonFields {...fields} />
        </Screen>
        <Screen number={2} title="Your church">
          <ChurchFields {...fields} />
        </Screen>
        <Screen number={3} title="You and your ministry">
          <MinistryFields {...fields} />
          <OptionalFields {...fields} />
        </Screen>
        <div className={`row ${styles.buttons}`}>
          <button
            type="submit"
            name="screen"
            value={screen}
            className={`button primary large ${styles.continue}`}
            aria-disabled={checking || undefined}
          >
            Continue
          </button>{' '}
          <SubmitButton pending={isSubmitting} pendingText="Saving…">
            Continue to phone check
          </SubmitButton>{' '}
          {hydrated && (
            <button type="button" className={`button second large ${styles.back}`} onClick={back}>
              Back
            </button>
          )}
        </div>
        <p className="small quiet">
          By continuing you agree to our <NewTabLink href="/terms-of-service">Terms of Service</NewTabLink>,{' '}
          <NewTabLink href="/privacy-policy">Privacy Policy</NewTabLink> and{' '}
          <NewTabLink href="/community-guidelines">Community Guidelines</NewTabLink>. For your elders:{' '}
          <NewTabLink href="/safety">who sees what</NewTabLink>. Still unsure?{' '}
          <NewTabLink href="/is-it-for-us">Is it for us?</NewTabLink> No card is needed for this step.
        </p>
      </form>
    </StepLayout>
  );
}

const Screen = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <div className={styles.screen} data-number={number}>
    <FieldGroup
      legend={
        <h2>
          {title}{' '}
          <span className={styles.partOf}>
            Details {number} of {SCREEN_COUNT}
          </span>
        </h2>
      }
    >
      {children}
    </FieldGroup>
  </div>
);

/** The first screen; after the server has answered the form, the one that is next, or that of the first error. */
function useFirstScreen(): number {
  const next = usePosted()?.screen;
  const wrong = Object.keys(useRefusedForm()?.error.fields ?? {}).map((sent) => screenOf(controlOf(sent) as FieldName));
  return next ?? (wrong.length ? Math.min(...wrong) : 1);
}

/** A later screen can be opened with nothing on the earlier ones: by Back from step two, or where storage is denied. */
function useFirstScreenWhenEmpty(screen: number, isEmpty: () => boolean, show: ReturnType<typeof useScreens>['show']) {
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    if (screen > 1 && isEmpty()) show(1, { focus: false, replace: true });
  }, [screen, isEmpty, show]);
}
