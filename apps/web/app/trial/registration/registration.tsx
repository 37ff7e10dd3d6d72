import { useHydrated } from '../../lib/hydrated.ts';
import { useKeptDraft } from '../../lib/kept-draft.ts';
import { site } from '../../site/env.ts';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { KeptNotice } from '../../ui/kept-notice.tsx';
import { NewTab } from '../../ui/new-tab.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Stage } from '../stage.tsx';
import { Church } from './church.tsx';
import { FIELDS, type FieldsProps } from './fields.ts';
import { More } from './more.tsx';
import { draft, useRegistration } from './use-registration.ts';
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
  const { kept, keep, startOver } = useKeptDraft(form, draft);
  const { errors, isSubmitting } = form.formState;
  const fields: FieldsProps = { register: form.register, errorOf: (name) => errors[name]?.message };

  return (
    <Stage step="registration" title="Start your free trial">
      <p className="lede quiet">
        30 days, every feature. Tell us who you are and where you serve; it takes about two minutes.
      </p>
      {kept && (
        <KeptNotice
          onStartOver={() => {
            startOver('name');
            failure.clear();
          }}
        />
      )}
      <ErrorSummary errors={errors} fields={FIELDS} failure={failure} refusals={refusals} />
      <form
        className="stack wide"
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        onInput={onBegin}
        onChange={keep}
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
