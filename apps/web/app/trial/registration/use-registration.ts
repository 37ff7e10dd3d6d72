import { FIELD_MESSAGES, TOASTS, toTrialSignupBody, type TrialSignupForm } from '@lampstand/contracts';
import { useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { useConfig, useToday } from '../../lib/config.ts';
import { draftOf } from '../../lib/draft.ts';
import { site } from '../../site/env.ts';
import { useFailure } from '../../ui/notice.tsx';
import { saveSignup, userExists } from '../calls.ts';
import { rememberSaved } from '../trial-query.ts';
import { registrationResolver } from './resolver.ts';

export const draft = draftOf<TrialSignupForm>('trial');

/** Judges the form, asks whether the phone is taken, saves, and says what went wrong in the product's words. */
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
      rememberSaved(id, body);
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

  const explain = (errors: FieldErrors<TrialSignupForm>) => {
    failure.clear();
    if (errors.birthdate?.message === FIELD_MESSAGES.age) {
      failure.fail(TOASTS.ageRequirement(config?.product ?? site.product));
    }
    setRefusals((count) => count + 1);
  };

  return { form, failure, refusals, submit: form.handleSubmit(save, explain) };
}
