import {
  GENDERS,
  OLDEST_BIRTHDATE_YEARS,
  POSITIONS,
  SIGNUP_CHURCH_SIZES,
  type TrialSignupForm,
  US_STATES,
  yearsBefore,
} from '@lampstand/contracts';
import { useState } from 'react';
import type { UseFormRegister, UseFormReturn } from 'react-hook-form';
import { EmailField, PhoneField, SelectField, TextArea, TextField } from '../../components/field.tsx';
import { FieldGroup } from '../../components/form.tsx';
import { useToday } from '../../lib/clock.ts';
import { useHydrated } from '../../lib/hydration.ts';

export interface FieldsProps {
  register: UseFormRegister<TrialSignupForm>;
  errorOf: (name: keyof TrialSignupForm) => string | undefined;
}

/** In page order; the type requires each field to be here, and it needs its control below. */
const ON_PAGE: Record<keyof TrialSignupForm, true> = {
  name: true,
  email: true,
  phone: true,
  birthdate: true,
  gender: true,
  churchName: true,
  ministryName: true,
  churchCity: true,
  churchState: true,
  churchSize: true,
  position: true,
  howHeardAbout: true,
  churchSoftware: true,
  message: true,
};
export const FIELDS = Object.keys(ON_PAGE) as (keyof TrialSignupForm)[];

export function PersonFields({ register, errorOf }: FieldsProps) {
  const today = useToday();
  const limits = useHydrated() && { min: yearsBefore(today, OLDEST_BIRTHDATE_YEARS), max: today };
  return (
    <FieldGroup legend="You">
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
          hint="US mobile number. We text you one code to confirm it. Message and data rates may apply. Reply STOP to opt out, HELP for help."
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
    </FieldGroup>
  );
}

const positions = POSITIONS.map((value) => ({ value, label: value }));

export function ChurchFields({ register, errorOf, form }: FieldsProps & { form: UseFormReturn<TrialSignupForm> }) {
  const [same, setSame] = useState(false);
  const copy = (from: string) =>
    form.setValue('ministryName', from, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <FieldGroup legend="Your church">
      <TextField
        {...register('churchName', { onChange: ({ target }) => same && copy(target.value) })}
        label="Church name"
        autoComplete="organization"
        error={errorOf('churchName')}
      />
      <TextField
        {...register('ministryName')}
        label="Ministry name"
        autoComplete="off"
        readOnly={same}
        error={errorOf('ministryName')}
      >
        <label className="tick">
          <input
            type="checkbox"
            checked={same}
            onChange={({ target }) => {
              setSame(target.checked);
              if (target.checked) copy(form.getValues('churchName'));
            }}
          />
          Same as the church
        </label>
      </TextField>
      <TextField
        {...register('churchCity')}
        label="Church city"
        autoComplete="address-level2"
        error={errorOf('churchCity')}
      />
      <SelectField
        {...register('churchState')}
        label="Church state"
        autoComplete="address-level1"
        choices={US_STATES}
        error={errorOf('churchState')}
      />
      <SelectField
        {...register('churchSize')}
        label="Church size"
        autoComplete="off"
        choices={SIGNUP_CHURCH_SIZES}
        hint="People on a usual weekend."
        error={errorOf('churchSize')}
      />
      <SelectField
        {...register('position')}
        label="Your position"
        autoComplete="organization-title"
        choices={positions}
        error={errorOf('position')}
      />
    </FieldGroup>
  );
}

export function OptionalFields({ register, errorOf }: FieldsProps) {
  return (
    <FieldGroup
      legend={
        <>
          A little more <span className="optional">(optional)</span>
        </>
      }
    >
      <TextField
        {...register('howHeardAbout')}
        label="How did you hear about us?"
        autoComplete="off"
        optional
        error={errorOf('howHeardAbout')}
      />
      <TextField
        {...register('churchSoftware')}
        label="Church software you use"
        autoComplete="off"
        optional
        error={errorOf('churchSoftware')}
      />
      <div className="wide-field">
        <TextArea
          {...register('message')}
          label="Anything we should know?"
          rows={4}
          autoComplete="off"
          optional
          error={errorOf('message')}
        />
      </div>
    </FieldGroup>
  );
}
