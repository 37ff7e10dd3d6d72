import {
  controlOf,
  type DetailsForm,
  detailsForm,
  fullName,
  phoneText,
  splitName,
  TOASTS,
  UNEXPECTED,
  US_STATES,
} from '@lampstand/contracts';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type FormEvent, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { ScriptButton } from '../components/buttons.tsx';
import { SelectField, TextField } from '../components/field.tsx';
import { showToast } from '../components/toast-store.ts';
import { flagsOf, isStatus } from '../lib/api.ts';
import { causeOf } from '../lib/clock.ts';
import styles from './answers.module.css';
import { correctDetails } from './calls.ts';
import { ProveBrowser, useChangeForms } from './known-browser.tsx';
import { ChangeEmail, ChangeForm, type ChangeProps } from './phone/change-contact.tsx';
import { patchTrial, type ScreenProps } from './trial-session.ts';

/** What was typed, folded into one line, and can be changed until the card is stored. Step two has its own form for the email. */
export function Answers({ session, withEmailForm = false }: ScreenProps & { withEmailForm?: boolean }) {
  const { trial } = session;
  const { email, phone, churchName, ministryName, churchCity, churchState, masked } = trial;
  const forms = useChangeForms<'details' | 'email'>(session);
  const change = { session, onDone: forms.close, onRefused: forms.refused };
  const rows = {
    Name: fullName(trial),
    Church: `${churchName}, ${churchCity}, ${churchState}`,
    Ministry: ministryName,
    Email: email,
    Phone: phoneText(phone),
  };
  return (
    <details className={`wide ${styles.answers}`}>
      <summary>
        <span>{masked ? 'Your details' : [rows.Name, churchName].join(', ')}</span>{' '}
        <span className="link-button">Check details</span>
      </summary>
      {masked ? (
        <p className="quiet">This browser doesn’t show your details.</p>
      ) : (
        <dl>
          {Object.entries(rows).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="row">
        <ScriptButton className="link-button" {...forms.buttonOf('details')}>
          Change details
        </ScriptButton>
        {withEmailForm && (
          <ScriptButton className="link-button" {...forms.buttonOf('email')}>
            Change email
          </ScriptButton>
        )}
      </div>
      {forms.open === 'details' && <ChangeDetails {...change} />}
      {forms.open === 'email' && <ChangeEmail {...change} />}
      {forms.unknown && <ProveBrowser session={session} onProven={forms.proved} />}
    </details>
  );
}

const NAME_INPUT = { autoCapitalize: 'words', spellCheck: false, autoComplete: 'off' } as const;

function ChangeDetails({ session: { trialId, trial, catchUp }, onDone, onRefused }: ChangeProps) {
  const { churchName, churchCity, churchState, ministryName } = trial;
  const { formState, handleSubmit, register, setError, setFocus } = useForm<DetailsForm>({
    resolver: standardSchemaResolver(detailsForm),
    defaultValues: {
      name: fullName(trial),
      churchName,
      churchCity,
      churchState,
      ministryName,
    },
  });
  const errorOf = (name: keyof DetailsForm) => formState.errors[name]?.message;
  useEffect(() => setFocus('name'), [setFocus]);

  const save = async ({ name, ...church }: DetailsForm) => {
    const details = { ...splitName(name), ...church };
    try {
      await correctDetails({ trialId, ...details });
    } catch (error) {
      if (flagsOf(error).reason === 'prove') return onRefused();
      if (isStatus(error, 409) && (await catchUp())) return;
      const refused = Object.entries((isStatus(error, 400) && error.body.fields) || {});
      for (const [sent, message] of refused) setError(controlOf(sent) as keyof DetailsForm, { message });
      return showToast(TOASTS.signupFailed(causeOf(error) ?? UNEXPECTED));
    }
    patchTrial(trialId, details);
    showToast(TOASTS.detailsCorrected);
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!formState.isSubmitting) void handleSubmit(save)(event);
  };

  return (
    <ChangeForm onSubmit={submit} button="Save details" pending={formState.isSubmitting} onCancel={onDone}>
      <TextField {...register('name')} {...NAME_INPUT} label="Your name" error={errorOf('name')} />
      <TextField {...register('churchName')} {...NAME_INPUT} label="Church name" error={errorOf('churchName')} />
      <TextField {...register('churchCity')} {...NAME_INPUT} label="Church city" error={errorOf('churchCity')} />
      <SelectField
        {...register('churchState')}
        label="Church state"
        choices={US_STATES}
        error={errorOf('churchState')}
      />
      <TextField {...register('ministryName')} {...NAME_INPUT} label="Ministry name" error={errorOf('ministryName')} />
    </ChangeForm>
  );
}
