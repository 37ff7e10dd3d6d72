import { BIRTHDATE_PARTS, type BirthdatePart, datePartsOf } from '@lampstand/contracts';
import { type ChangeEvent, Fragment } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ControlGroup } from '../../components/radio-field.tsx';
import { usePosted } from '../../lib/posted-form.ts';
import styles from './birthdate-field.module.css';
import type { Entered } from './use-registration.ts';

const PARTS: { name: BirthdatePart; label: string; token: string; digits: number }[] = [
  { name: 'birthdateMonth', label: 'Month', token: 'bday-month', digits: 2 },
  { name: 'birthdateDay', label: 'Day', token: 'bday-day', digits: 2 },
  { name: 'birthdateYear', label: 'Year', token: 'bday-year', digits: 4 },
];

interface Props {
  form: Pick<UseFormReturn<Entered>, 'register' | 'setValue'>;
  error: string | undefined;
}

/** A birthdate in three fields, faster than a calendar that starts today. A whole date in one of them fills all. */
export function BirthdateField({ form: { register, setValue }, error }: Props) {
  const typed = usePosted()?.typed;

  const enter = (part: HTMLInputElement, at: number, digits: number) => {
    const date = datePartsOf(part.value);
    if (date) {
      for (const [index, name] of BIRTHDATE_PARTS.entries()) setValue(name, date[index]!);
      return goTo(BIRTHDATE_PARTS.at(-1));
    }
    const isOver = /\d\D+$/.test(part.value);
    part.value = part.value.replaceAll(/\D/g, '').slice(0, digits);
    if (isOver) goTo(BIRTHDATE_PARTS[at + 1]);
  };
  const controlOf = (name: BirthdatePart, at: number, digits: number) => {
    const { onChange, ...control } = register(name);
    return {
      ...control,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        enter(event.target, at, digits);
        return onChange(event);
      },
    };
  };

  return (
    <ControlGroup
      name="birthdate"
      label="Birthdate"
      role="group"
      error={error}
      hint="For example 5 17 1990. We ask because leaders must be at least 18."
    >
      <div className={styles.parts}>
        {PARTS.map(({ name, label, token, digits }, at) => (
          <Fragment key={name}>
            <label>
              {label}
              <input
                type="text"
                {...controlOf(name, at, digits)}
                defaultValue={typed?.[name]}
                id={name}
                className="control"
                inputMode="numeric"
                autoComplete={token}
                enterKeyHint="next"
                aria-required
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? 'birthdate-error' : undefined}
              />
            </label>{' '}
          </Fragment>
        ))}
      </div>
    </ControlGroup>
  );
}

function goTo(part: BirthdatePart | undefined) {
  const input = part && (document.getElementById(part) as HTMLInputElement);
  input?.focus();
  input?.select();
}
