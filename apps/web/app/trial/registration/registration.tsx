import { SubmitButton } from '../../components/buttons.tsx';
import { DraftNotice, ErrorSummary } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { MailLink, NewTabLink } from '../../components/text-links.tsx';
import { useHydrated } from '../../lib/hydration.ts';
import { useDraft } from '../../lib/session-storage.ts';
import { StepLayout } from '../step-layout.tsx';
import { ChurchFields, FIELDS, type FieldsProps, OptionalFields, PersonFields } from './fields.tsx';
import { draft, useRegistration } from './use-registration.ts';

interface Props {
  onSaved: (trialId: number) => void;
  /** First input; the page then prefetches the wizard. */
  onBegin: () => void;
}

export function Registration({ onSaved, onBegin }: Props) {
  const hydrated = useHydrated();
  const { form, failure, refusals, submit } = useRegistration(onSaved);
  const { kept, keep, startOver } = useDraft(form, draft);
  const { errors, isSubmitting } = form.formState;
  const fields: FieldsProps = { register: form.register, errorOf: (name) => errors[name]?.message };

  return (
    <StepLayout step="registration" title="Start your free trial">
      <p className="lede quiet">
        30 days, every feature. Tell us who you are and where you serve; it takes about two minutes.
      </p>
      {kept && (
        <DraftNotice
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
        <PersonFields {...fields} />
        <ChurchFields {...fields} form={form} />
        <OptionalFields {...fields} />
        <noscript>
          <Notice>
            This form needs JavaScript. Write to <MailLink /> and we set up your trial for you.
          </Notice>
        </noscript>
        <SubmitButton pending={isSubmitting} ready={hydrated} pendingText="Saving…">
          Continue to phone check
        </SubmitButton>
        <p className="small quiet">
          By continuing you agree to our <NewTabLink href="/terms-of-service">Terms of Service</NewTabLink>,{' '}
          <NewTabLink href="/privacy-policy">Privacy Policy</NewTabLink> and{' '}
          <NewTabLink href="/community-guidelines">Community Guidelines</NewTabLink>. No card is needed for this step.
        </p>
      </form>
    </StepLayout>
  );
}
