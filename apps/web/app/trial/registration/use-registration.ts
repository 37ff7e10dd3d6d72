import {
  type BirthdatePart,
  checkTrialSignup,
  chosenPlan,
  controlOf,
  FIELD_MESSAGES,
  tenDigits,
  type TierId,
  TOASTS,
  toTrialSignupBody,
  type TrialSignupForm,
} from '@lampstand/contracts';
import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { useFailure } from '../../components/notice.tsx';
import { showToast } from '../../components/toast-store.ts';
import { flagsOf, isStatus } from '../../lib/api.ts';
import { causeOf, useConfig, useToday } from '../../lib/clock.ts';
import { usePhoneQuestion } from '../../lib/phone-question.ts';
import { errorsOf, useRefusedForm } from '../../lib/posted-form.ts';
import { draftStore } from '../../lib/storage.ts';
import { site } from '../../lib/site.ts';
import { isKnownToExist, saveSignup, userExists } from '../calls.ts';
import { cacheSavedSignup, usePlanInAddress } from '../trial-session.ts';

/**
 * The controls of the form. `birthdate` has no control of its own: it is the field of the errors. Neither has the plan
 * that was chosen on the site, which the draft keeps.
 */
export type Entered = TrialSignupForm &
  Record<BirthdatePart, string> & { sameMinistry: boolean; selectedPlan: TierId | '' };

export const draft = draftStore<Entered>('trial');

interface Handlers {
  onSaved: (trialId: number) => void;
  /** Shows the screen of a field that was refused. */
  showField: (name: keyof TrialSignupForm) => void;
  /** The fields in page order. */
  fields: readonly (keyof TrialSignupForm)[];
}

/** Validates the form, checks that the phone has no account, and saves. */
export function useRegistration({ onSaved, showField, fields }: Handlers) {
  const { data: config } = useConfig();
  const resolver = registrationResolver(useToday());
  const refused = useRefusedForm();
  const [errors] = useState(() => errorsOf(refused));
  const form = useForm<Entered, unknown, TrialSignupForm>({ resolver, shouldFocusError: false, errors });
  const plan = usePlanInAddress();
  useEffect(() => {
    if (plan) form.setValue('selectedPlan', plan);
  }, [form, plan]);
  const failure = useFailure(refused && !refused.error.fields ? TOASTS.signupFailed(refused.error.error) : undefined);
  const [refusals, setRefusals] = useState(refused ? 1 : 0);

  /** Counts a refused attempt, which moves the focus to the summary of the errors. */
  const refuse = (wrong: readonly string[]) => {
    const first = fields.find((name) => wrong.includes(name));
    if (first) showField(first);
    setRefusals((count) => count + 1);
  };

  const refuseSent = (messages: Record<string, string>) => {
    const wrong = Object.entries(messages).map(([sent, message]) => {
      const field = controlOf(sent) as keyof TrialSignupForm;
      form.setError(field, { type: 'server', message });
      return field;
    });
    refuse(wrong);
  };

  const refusePhone = () => {
    failure.fail(TOASTS.phoneTaken);
    refuseSent({ phone: FIELD_MESSAGES.phoneTaken });
  };

  const save = async (values: TrialSignupForm) => {
    failure.clear();
    try {
      if (await userExists(values.phone)) return refusePhone();
    } catch (error) {
      const { databaseError, fields = {} } = flagsOf(error);
      const refused = isStatus(error, 400) && !databaseError;
      failure.fail(refused ? TOASTS.signupFailed(causeOf(error)) : TOASTS.systemError);
      return refuseSent(fields);
    }
    try {
      const selectedPlan = plan ?? chosenPlan(form.getValues('selectedPlan'));
      const body = { ...toTrialSignupBody(values), ...(selectedPlan && { selectedPlan }) };
      const { id } = await saveSignup(body, draft.keyFor(body));
      draft.forget();
      cacheSavedSignup(id, body);
      onSaved(id);
    } catch (error) {
      const { userExists: exists, databaseError, fields } = flagsOf(error);
      if (exists) {
        failure.fail(TOASTS.accountTaken);
        return refuseSent(fields ?? { phone: FIELD_MESSAGES.phoneTaken });
      }
      failure.fail(databaseError ? TOASTS.systemError : TOASTS.signupFailed(causeOf(error)));
      refuseSent(fields ?? {});
    }
  };

  const rejectInvalid = (errors: FieldErrors<Entered>) => {
    failure.clear();
    if (errors.birthdate?.message === FIELD_MESSAGES.age) {
      showToast(TOASTS.ageRequirement(config?.product ?? site.product));
    }
    refuse(Object.keys(errors));
  };

  const askAboutPhone = usePhoneQuestion();
  const lookedUp = useRef<string>(undefined);

  /** Whether the number can be the one of a new member, as far as can be told now: the submit looks again. */
  const checkPhone = async () => {
    const phone = tenDigits(form.getValues('phone')) ?? '';
    const question = askAboutPhone(phone);
    if (question) {
      form.setError('phone', { type: 'question', message: question });
      refuse(['phone']);
      return false;
    }
    if (lookedUp.current !== phone && (await isKnownToExist(phone))) {
      refusePhone();
      return false;
    }
    lookedUp.current = phone;
    return true;
  };

  /** Checks the fields of one screen. */
  const checkFields = async (names: readonly (keyof TrialSignupForm)[]) => {
    failure.clear();
    if (await form.trigger(names)) return !names.includes('phone') || checkPhone();
    refuse(names);
    return false;
  };

  /** Checks a refused field again while it is corrected. */
  const recheck = (control: string) => {
    const name = (control.startsWith('birthdate') ? 'birthdate' : control) as keyof TrialSignupForm;
    if (form.formState.errors[name]) void form.trigger(name);
  };

  return { form, failure, refusals, checkFields, recheck, submit: form.handleSubmit(save, rejectInvalid) };
}

const registrationResolver =
  (today: string): Resolver<Entered, unknown, TrialSignupForm> =>
  (values) => {
    const { form, problems } = checkTrialSignup(values, today);
    if (form) return { values: form, errors: {} };
    const errors = Object.entries(problems).map(([name, message]) => [name, { type: 'invalid', message }]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Entered> };
  };
