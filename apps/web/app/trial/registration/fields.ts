import type { TrialSignupForm } from '@lampstand/contracts';
import type { UseFormRegister } from 'react-hook-form';

export interface FieldsProps {
  register: UseFormRegister<TrialSignupForm>;
  errorOf: (name: keyof TrialSignupForm) => string | undefined;
}

/** The fields in the order in which they stand on the page. */
export const FIELDS = [
  'name',
  'email',
  'phone',
  'birthdate',
  'gender',
  'churchName',
  'ministryName',
  'churchCity',
  'churchState',
  'churchSize',
  'position',
  'howHeardAbout',
  'churchSoftware',
  'message',
] as const satisfies (keyof TrialSignupForm)[];
