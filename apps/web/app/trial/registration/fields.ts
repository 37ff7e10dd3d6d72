import type { TrialSignupForm } from '@lampstand/contracts';
import type { UseFormRegister } from 'react-hook-form';

export interface FieldsProps {
  register: UseFormRegister<TrialSignupForm>;
  errorOf: (name: keyof TrialSignupForm) => string | undefined;
}
