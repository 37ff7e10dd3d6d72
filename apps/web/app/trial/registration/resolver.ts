import { birthdateProblem, isCivilDate, type TrialSignupForm, trialSignupForm } from '@lampstand/contracts';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { Resolver } from 'react-hook-form';

/** The shared rules, with the age judged even while other fields are wrong: people learn everything at once. */
export function registrationResolver(today: string): Resolver<TrialSignupForm> {
  const judge = standardSchemaResolver(trialSignupForm(today)) as Resolver<TrialSignupForm>;
  return async (values, context, options) => {
    const judged = await judge(values, context, options);
    const problem = isCivilDate(values.birthdate ?? '') && birthdateProblem(values.birthdate, today);
    if (!problem) return judged;
    return { values: {}, errors: { ...judged.errors, birthdate: { type: 'age', message: problem } } };
  };
}
