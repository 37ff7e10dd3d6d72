import { POSITIONS, SIGNUP_CHURCH_SIZES, type TrialSignupForm, US_STATES } from '@lampstand/contracts';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { FieldsProps } from './fields.ts';

const positions = POSITIONS.map((value) => ({ value, label: value }));

export function Church({ register, errorOf, form }: FieldsProps & { form: UseFormReturn<TrialSignupForm> }) {
  const [same, setSame] = useState(false);
  const copy = (from: string) =>
    form.setValue('ministryName', from, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <fieldset className="card fields">
      <legend>Your church</legend>
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
    </fieldset>
  );
}
