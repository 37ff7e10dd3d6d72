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
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ScriptButton } from '../components/buttons.tsx';
import { SelectField, TextField } from '../components/field.tsx';
import { showToast } from '../components/toast-store.ts';
import { isStatus } from '../lib/api.ts';
import { causeOf } from '../lib/clock.ts';
import styles from './answers.module.css';
import { correctDetails } from './calls.ts';
import { ChangeEmail, ChangeForm } from './phone/change-contact.tsx';
import { patchTrial, type ScreenProps } from './trial-session.ts';

type Open = 'details' | 'email' | undefined;

/** What was typed, folded into one line, and can be changed until the card is stored. Step two shows email and phone itself. */
export function Answers({ session, withContact = false }: ScreenProps & { withContact?: boolean }) {
  const { email, phone, churchName, ministryName, churchCity, churchState } = session.trial;
  const [open, setOpen] = useState<Open>();
  const buttons = { details: useRef<HTMLButtonElement>(null), email: useRef<HTMLButtonElement>(null) };
  const done = () => {
    if (open) buttons[open].current?.focus();
    setOpen(undefined);
  };
  const changeButton = (which: NonNullable<Open>, label: string) => (
    <ScriptButton
      className="link-button"
      aria-expanded={open === which}
      ref={buttons[which]}
      onClick={() => setOpen(open === which ? undefined : which)}
    >
      {label}
    </ScriptButton>
  );
  const rows = {
    Name: fullName(session.trial),
    Church: `${churchName}, ${churchCity}, ${churchState}`,
    Ministry: ministryName,
    ...(withContact && { Email: email, Phone: phoneText(phone) }),
  };
  return (
    <details className={`wide ${styles.answers}`}>
      <summary>
        {[rows.Name, churchName].join(', ')} <span className="link-button">Check details</span>
      </summary>
      <dl>
        {Object.entries(rows).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="row">
        {changeButton('details', 'Change details')}
        {withContact && changeButton('email', 'Change email')}
      </div>
      {open === 'details' && <ChangeDetails session={session} onDone={done} />}
      {open === 'email' && <ChangeEmail session={session} onDone={done} />}
    </details>
  );
}

const NAME_INPUT = { autoCapitalize: 'words', spellCheck: false, autoComplete: 'off' } as const;

function ChangeDetails({ session: { trialId, trial, refresh }, onDone }: ScreenProps & { onDone: () => void }) {
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
      if (isStatus(error, 409)) return refresh();
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
