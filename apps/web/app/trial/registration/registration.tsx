import type { TrialSignupForm } from '@lampstand/contracts';
import { useEffect, useState } from 'react';
import { useHydrated } from '../../lib/hydrated.ts';
import { site } from '../../site/env.ts';
import { Notice } from '../../ui/notice.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Stage } from '../stage.tsx';
import { Church } from './church.tsx';
import { draft, forgetDraft } from './draft.ts';
import { ErrorSummary } from './error-summary.tsx';
import type { FieldsProps } from './fields.ts';
import { More } from './more.tsx';
import { useRegistration } from './use-registration.ts';
import { You } from './you.tsx';
import '../../styles/registration.css';

interface Props {
  onSaved: (trialId: number) => void;
  /** The first touch of the form: time to fetch what comes after it. */
  onBegin: () => void;
}

export function Registration({ onSaved, onBegin }: Props) {
  const hydrated = useHydrated();
  const { form, failure, refusals, submit } = useRegistration(onSaved);
  const [kept, setKept] = useState(false);
  const { errors, isSubmitting } = form.formState;
  const fields: FieldsProps = { register: form.register, errorOf: (name) => errors[name]?.message };

  useEffect(() => {
    const typed = Object.entries(draft.read() ?? {}).filter(([, value]) => value);
    for (const [name, value] of typed) {
      const field = name as keyof TrialSignupForm;
      if (!form.getValues(field)) form.setValue(field, value);
    }
    setKept(typed.length > 0);
  }, [form]);

  return (
    <Stage step="registration" title="Start your free trial">
      <p className="lede quiet">
        30 days, every feature. Tell us who you are and where you serve; it takes about two minutes.
      </p>
      {kept && (
        <Notice tone="good">
          <div className="row">
            <span>We kept what you typed.</span>
            <button
              type="button"
              className="link-button"
              onClick={() => {
                form.setFocus('name'); // after a reset the fields are unknown for a moment
                forgetDraft();
                form.reset(Object.fromEntries(Object.keys(form.getValues()).map((name) => [name, ''])));
                failure.clear();
                setKept(false);
              }}
            >
              Start over
            </button>
          </div>
        </Notice>
      )}
      <ErrorSummary errors={errors} failure={failure} refusals={refusals} />
      <form
        className="stack wide"
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        onInput={onBegin}
        onChange={() => draft.write(form.getValues())}
      >
        <You {...fields} />
        <Church {...fields} form={form} />
        <More {...fields} />
        <noscript>
          <Notice>
            This form needs JavaScript. Write to <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a> and we
            set up your trial for you.
          </Notice>
        </noscript>
        <SubmitButton pending={isSubmitting} ready={hydrated} pendingText="Saving…">
          Continue to phone check
        </SubmitButton>
        <p className="small quiet">
          By continuing you agree to our <NewTab href="/terms-of-service">Terms of Service</NewTab>,{' '}
          <NewTab href="/privacy-policy">Privacy Policy</NewTab> and{' '}
          <NewTab href="/community-guidelines">Community Guidelines</NewTab>. No card is needed for this step.
        </p>
      </form>
    </Stage>
  );
}

const NewTab = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener">
    {children}
    <span className="unseen"> (opens in a new tab)</span>
  </a>
);
