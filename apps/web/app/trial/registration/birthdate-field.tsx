import type { BirthdatePart } from '@lampstand/contracts';
import { Fragment } from 'react';
import type { UseFormRegister } from 'react-hook-form';
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
  register: UseFormRegister<Entered>;
  error: string | undefined;
}

/** A birthdate in three fields, faster than a calendar that starts today. */
export function BirthdateField({ register, error }: Props) {
  const typed = usePosted()?.typed;
  return (
    <ControlGroup
      name="birthdate"
      label="Birthdate"
      role="group"
      error={error}
      hint="For example 5 17 1990. We ask because leaders must be at least 18."
    >
      <div className={styles.parts}>
        {PARTS.map(({ name, label, token, digits }) => (
          <Fragment key={name}>
            <label>
              {label}
              <input
                type="text"
                {...register(name)}
                defaultValue={typed?.[name]}
                id={name}
                className="control"
                inputMode="numeric"
                autoComplete={token}
                enterKeyHint="next"
                maxLength={digits}
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
