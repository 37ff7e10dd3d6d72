import { type ApplicationBody, applicationBody, type SubmittedAnswer, TOASTS, UNEXPECTED } from '@lampstand/contracts';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useFailure } from '../components/notice.tsx';
import { isStatus, post } from '../lib/api.ts';
import { causeOf } from '../lib/clock.ts';
import { usePhoneQuestion } from '../lib/phone-question.ts';
import { errorsOf, useRefusedForm } from '../lib/posted-form.ts';
import type { Draft } from '../lib/storage.ts';

interface Application {
  call: string;
  draft: Draft<ApplicationBody>;
  onSent: () => void;
}

/** Validates an application and sends it once. Failures keep what was typed. */
export function useApplication({ call, draft, onSent }: Application) {
  const refused = useRefusedForm();
  const [errors] = useState(() => errorsOf(refused));
  const form = useForm<ApplicationBody>({
    resolver: standardSchemaResolver(applicationBody),
    shouldFocusError: false,
    errors,
  });
  const failure = useFailure(
    refused && !refused.error.fields ? { ...TOASTS.notSubmitted, description: refused.error.error } : undefined,
  );
  const [refusals, setRefusals] = useState(refused ? 1 : 0);
  // A ref, because isSubmitting changes only with the next render: a second press sends nothing.
  const sending = useRef(false);

  const ask = usePhoneQuestion();
  const refuse = () => setRefusals((count) => count + 1);

  const send = async (body: ApplicationBody) => {
    failure.clear();
    const question = ask(body.phone);
    if (question) {
      form.setError('phone', { type: 'question', message: question });
      return refuse();
    }
    try {
      await post<SubmittedAnswer>(call, body, { 'Idempotency-Key': draft.keyFor(body) });
    } catch (error) {
      const wrong = Object.entries((isStatus(error, 400) && error.body.fields) || {});
      for (const [name, message] of wrong) form.setError(name as keyof ApplicationBody, { type: 'server', message });
      const cause = causeOf(error);
      failure.fail(TOASTS.notSubmitted, wrong.length || cause === UNEXPECTED ? undefined : cause);
      return refuse();
    }
    draft.forget();
    onSent();
  };

  const rejectInvalid = () => {
    failure.clear();
    refuse();
  };

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    await form.handleSubmit(send, rejectInvalid)(event);
    sending.current = false;
  };

  return { form, failure, refusals, submit };
}
