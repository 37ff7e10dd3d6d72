import { GENDERS, OLDEST_BIRTHDATE_YEARS, yearsBefore } from '@lampstand/contracts';
import { useToday } from '../../lib/config.ts';
import { useHydrated } from '../../lib/hydrated.ts';
import { EmailField, PhoneField } from '../../ui/contact-fields.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { FieldsProps } from './fields.ts';

export function You({ register, errorOf }: FieldsProps) {
  const today = useToday();
  const limits = useHydrated() && { min: yearsBefore(today, OLDEST_BIRTHDATE_YEARS), max: today };
  return (
    <fieldset className="card fields">
      <legend>You</legend>
      <TextField {...register('name')} label="Your name" autoComplete="name" error={errorOf('name')} />
      <EmailField
        {...register('email')}
        label="Email"
        hint="For your welcome mail and a link back."
        error={errorOf('email')}
      />
      <div className="wide-field">
        <PhoneField
          {...register('phone')}
          label="Mobile phone"
          error={errorOf('phone')}
          hint="We text you one code to confirm this number. Message and data rates may apply. Reply STOP to opt out, HELP for help."
        />
      </div>
      <TextField
        {...register('birthdate')}
        {...limits}
        label="Birthdate"
        type="date"
        autoComplete="bday"
        hint="Leaders must be at least 18."
        error={errorOf('birthdate')}
      />
      <SelectField
        {...register('gender')}
        label="Gender"
        autoComplete="sex"
        choices={GENDERS}
        error={errorOf('gender')}
      />
    </fieldset>
  );
}
