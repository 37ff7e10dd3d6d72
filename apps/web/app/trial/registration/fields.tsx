import { GENDERS, POSITIONS, SIGNUP_CHURCH_SIZES, type TrialSignupForm } from '@lampstand/contracts';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { EmailField } from '../../components/email-field.tsx';
import { PhoneField, SelectField, TextArea, TextField } from '../../components/field.tsx';
import { StateField } from '../../components/state-field.tsx';
import { Fields } from '../../components/form.tsx';
import { RadioField } from '../../components/radio-field.tsx';
import { useHydrated } from '../../lib/hydration.ts';
import { useTyped } from '../../lib/posted-form.ts';
import styles from './fields.module.css';
import { BirthdateField } from './birthdate-field.tsx';
import type { Entered } from './use-registration.ts';

/** A field of the form, as its errors name it. */
export type FieldName = keyof TrialSignupForm;

export interface FieldsProps {
  form: UseFormReturn<Entered, unknown, TrialSignupForm>;
  errorOf: (name: FieldName) => string | undefined;
}

/** The screens of the form, at most five fields each; the type requires each field to be on one. */
const SCREEN_OF: Record<FieldName, number> = {
  name: 1,
  email: 1,
  phone: 1,
  churchName: 2,
  churchCity: 2,
  churchState: 2,
  churchSize: 2,
  ministryName: 3,
  position: 3,
  gender: 3,
  birthdate: 3,
  howHeardAbout: 3,
  churchSoftware: 3,
  message: 3,
};
/** In page order. */
export const FIELDS = Object.keys(SCREEN_OF) as FieldName[];
export const screenOf = (name: FieldName) => SCREEN_OF[name];
export const fieldsOn = (screen: number) => FIELDS.filter((name) => SCREEN_OF[name] === screen);
const OPTIONAL: FieldName[] = ['howHeardAbout', 'churchSoftware', 'message'];

/** For a text that the keyboard should not correct, and after which Enter goes on. */
const NAME_INPUT = { autoCapitalize: 'words', spellCheck: false, enterKeyHint: 'next' } as const;

export const PersonFields = ({ form, errorOf }: FieldsProps) => (
  <>
    <TextField
      {...form.register('name')}
      {...NAME_INPUT}
      label="Your name"
      autoComplete="name"
      error={errorOf('name')}
    />
    <EmailField
      {...form.register('email')}
      enterKeyHint="next"
      label="Email"
      hint="We’ll send your welcome email and a link to finish later."
      error={errorOf('email')}
    />
    <div className="wide">
      <PhoneField
        {...form.register('phone')}
        label="Mobile phone"
        enterKeyHint="next"
        error={errorOf('phone')}
        hint="US mobile number. We text you one code to confirm it. Message and data rates may apply. Reply STOP to opt out, HELP for help."
      />
    </div>
  </>
);

const positions = POSITIONS.map((value) => ({ value, label: value }));

export const ChurchFields = ({ form, errorOf }: FieldsProps) => (
  <>
    <TextField
      {...form.register('churchName', {
        onChange: ({ target }) => form.getValues('sameMinistry') && form.setValue('ministryName', target.value),
      })}
      {...NAME_INPUT}
      label="Church name"
      autoComplete="organization"
      error={errorOf('churchName')}
    />
    <TextField
      {...form.register('churchCity')}
      {...NAME_INPUT}
      label="Church city"
      autoComplete="address-level2"
      error={errorOf('churchCity')}
    />
    <StateField {...form.register('churchState')} label="Church state" error={errorOf('churchState')} />
    <SelectField
      {...form.register('churchSize')}
      label="Church size"
      autoComplete="off"
      choices={SIGNUP_CHURCH_SIZES}
      hint="Average weekend attendance."
      error={errorOf('churchSize')}
    />
  </>
);

export function MinistryFields({ form, errorOf }: FieldsProps) {
  const { formState, getValues, register, setValue, watch } = form;
  // Renders again after hydration, when the form has read what was ticked before.
  useHydrated();
  const ticked = useTyped('sameMinistry') !== undefined;
  const same = watch('sameMinistry');
  useEffect(() => {
    if (same) setValue('ministryName', getValues('churchName'), { shouldValidate: formState.isSubmitted });
  }, [same, setValue, getValues, formState.isSubmitted]);
  return (
    <>
      <TextField
        {...register('ministryName')}
        {...NAME_INPUT}
        label="Ministry name"
        autoComplete="off"
        readOnly={same}
        hint="For example “Lighthouse Students.”"
        error={errorOf('ministryName')}
      >
        <label className={`tick ${styles.same}`}>
          <input type="checkbox" {...register('sameMinistry')} defaultChecked={ticked} />
          Same as the church
        </label>
      </TextField>
      <RadioField {...register('position')} label="Your position" choices={positions} error={errorOf('position')} />
      <RadioField
        {...register('gender')}
        label="Gender"
        choices={GENDERS}
        hint="For your leader profile. We don’t sell it or advertise with it."
        error={errorOf('gender')}
      />
      <BirthdateField form={form} error={errorOf('birthdate')} />
    </>
  );
}

export function OptionalFields({ form: { register }, errorOf }: FieldsProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const wrong = OPTIONAL.some((name) => errorOf(name));
  useEffect(() => {
    if (wrong && box.current) box.current.open = true;
  }, [wrong]);
  return (
    <details className={`wide ${styles.folded}`} ref={box}>
      <summary>
        A little more <span className={styles.optional}>(optional)</span>
      </summary>
      <Fields>
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
        <div className="wide">
          <TextArea
            {...register('message')}
            label="Anything we should know?"
            rows={4}
            autoComplete="off"
            optional
            error={errorOf('message')}
          />
        </div>
      </Fields>
    </details>
  );
}
