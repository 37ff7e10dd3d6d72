import { Fragment, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { useTyped } from '../lib/posted-form.ts';
import { FieldNotes } from './field.tsx';
import field from './field.module.css';
import styles from './radio-field.module.css';

interface GroupProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  role: 'group' | 'radiogroup';
  children: ReactNode;
}

/** Several controls that answer one question, with one label, hint and error. */
export const ControlGroup = ({ name, label, hint, error, role, children }: GroupProps) => (
  <fieldset
    className={`${field.field} ${styles.group}`}
    id={name}
    data-field={name}
    role={role}
    aria-required={role === 'radiogroup' || undefined}
    aria-invalid={(role === 'radiogroup' && !!error) || undefined}
    aria-describedby={[error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ') || undefined}
  >
    <legend>{label}</legend>
    {children}
    <FieldNotes id={name} hint={hint} error={error} />
  </fieldset>
);

interface RadioProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>, Omit<GroupProps, 'role' | 'children'> {
  choices: readonly { value: string; label: string }[];
  ref?: Ref<HTMLInputElement>;
}

/** A question with two or three answers, all visible. */
export function RadioField({ label, hint, error, choices, defaultValue, ...input }: RadioProps) {
  const chosen = useTyped(input.name) ?? defaultValue;
  return (
    <ControlGroup name={input.name} label={label} hint={hint} error={error} role="radiogroup">
      <div className={styles.radios}>
        {choices.map((choice) => (
          <Fragment key={choice.value}>
            <label className={styles.radio}>
              <input type="radio" {...input} value={choice.value} defaultChecked={choice.value === chosen} />
              {choice.label}
            </label>{' '}
          </Fragment>
        ))}
      </div>
    </ControlGroup>
  );
}
