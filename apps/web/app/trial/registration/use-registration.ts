import {
  birthdateProblem,
  FIELD_MESSAGES,
  isCivilDate,
  TOASTS,
  toTrialSignupBody,
  trialSignupForm,
  type TrialSignupForm,
} from '@lampstand/contracts';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { useFailure } from '../../components/notice.tsx';
import { isStatus } from '../../lib/api.ts';
import { causeOf, useConfig, useToday } from '../../lib/clock.ts';
import { draftStore } from '../../lib/session-storage.ts';
import { site } from '../../lib/site.ts';
import { saveSignup, userExists } from '../calls.ts';
import { cacheSavedSignup } from '../trial-session.ts';

export const draft = draftStore<TrialSignupForm>('trial');

/** Validates the form, checks that the phone has no account, and saves. */
export function useRegistration(onSaved: (trialId: number) => void) {
  const { data: config } = useConfig();
  const form = useForm<TrialSignupForm>({ resolver: registrationResolver(useToday()), shouldFocusError: false });
  const failure = useFailure();
  const [refusals, setRefusals] = useState(0);

  const refuse = (fields: Record<string, string>) => {
    for (const [sent, message] of Object.entries(fields)) {
      const field = sent === 'firstName' || sent === 'lastName' ? 'name' : (sent as keyof TrialSignupForm);
      form.setError(field, { type: 'server', message });
    }
    setRefusals((count) => count + 1);
  };

  const save = async (values: TrialSignupForm) => {
    failure.clear();
    try {
      if (await userExists(values.phone)) {
        failure.fail(TOASTS.phoneTaken);
        return refuse({ phone: FIELD_MESSAGES.phoneTaken });
      }
    } catch (error) {
      failure.fail(isStatus(error, 400, 429) ? TOASTS.signupFailed(causeOf(error)) : TOASTS.systemError);
      return refuse(isStatus(error, 400) ? (error.body.fields ?? {}) : {});
    }
    try {
      const body = toTrialSignupBody(values);
      const { id } = await saveSignup(body, draft.keyFor(body));
      draft.forget();
      cacheSavedSignup(id, body);
      onSaved(id);
    } catch (error) {
      const body = isStatus(error, 400, 409, 503) ? error.body : {};
      if (body.userExists) {
        failure.fail(TOASTS.accountTaken);
        return refuse(body.fields ?? { phone: FIELD_MESSAGES.phoneTaken });
      }
      failure.fail(body.databaseError ? TOASTS.systemError : TOASTS.signupFailed(causeOf(error)));
      refuse(body.fields ?? {});
    }
  };

  const rejectInvalid = (errors: FieldErrors<TrialSignupForm>) => {
    failure.clear();
    if (errors.birthdate?.message === FIELD_MESSAGES.age) {
      failure.fail(TOASTS.ageRequirement(config?.product ?? site.product));
    }
    setRefusals((count) => count + 1);
  };

  return { form, failure, refusals, submit: form.handleSubmit(save, rejectInvalid) };
}

/** The shared schema, plus the age check, which the schema skips while other fields are invalid. */
function registrationResolver(today: string): Resolver<TrialSignupForm> {
  const validate = standardSchemaResolver(trialSignupForm(today)) as Resolver<TrialSignupForm>;
  return async (values, context, options) => {
    const result = await validate(values, context, options);
    const problem = isCivilDate(values.birthdate ?? '') && birthdateProblem(values.birthdate, today);
    if (!problem) return result;
    return { values: {}, errors: { ...result.errors, birthdate: { type: 'age', message: problem } } };
  };
}
