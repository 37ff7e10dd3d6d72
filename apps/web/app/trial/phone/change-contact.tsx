import {
  email as emailRule,
  FIELD_MESSAGES,
  phone as phoneRule,
  type Toast,
  TOASTS,
  UNEXPECTED,
} from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { EmailField, PhoneField } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { correctEmail, sendCode } from '../calls.ts';
import { patchTrial, type ScreenProps } from '../trial-session.ts';

interface ChangeProps extends ScreenProps {
  onDone: () => void;
}

export function ChangeNumber({ session: { trialId, advance }, onDone }: ChangeProps) {
  const { field, problem, submit, pending } = useContactChange({
    rule: phoneRule,
    send: (phone) => sendCode(trialId, phone),
    taken: { toast: TOASTS.phoneTaken, message: FIELD_MESSAGES.phoneTaken },
    failed: TOASTS.codeNotSent,
    onDone: (phone, { resendAt, expiresAt }) => {
      patchTrial(trialId, { phone, code: { resendAt, expiresAt } });
      advance('phone.changed');
      showToast(TOASTS.codeSent);
      onDone();
    },
  });
  return (
    <form className="change stack wide" method="post" noValidate onSubmit={submit}>
      <PhoneField name="phone" label="New mobile phone" ref={field} error={problem} />
      <ChangeButtons label="Text the code here" pending={pending} onCancel={onDone} />
    </form>
  );
}

export function ChangeEmail({ session: { trialId, trial, advance }, onDone }: ChangeProps) {
  const { field, problem, submit, pending } = useContactChange({
    rule: emailRule,
    send: (email) => correctEmail(trialId, email),
    taken: { toast: TOASTS.accountTaken, message: FIELD_MESSAGES.emailTaken },
    failed: TOASTS.signupFailed(UNEXPECTED),
    onDone: (email) => {
      patchTrial(trialId, { email });
      advance('email.corrected');
      showToast(TOASTS.emailCorrected);
      onDone();
    },
  });
  return (
    <form className="change stack wide" method="post" noValidate onSubmit={submit}>
      <EmailField name="email" label="New email" ref={field} defaultValue={trial.email} error={problem} />
      <ChangeButtons label="Save email" pending={pending} onCancel={onDone} />
    </form>
  );
}

function ChangeButtons({ label, pending, onCancel }: { label: string; pending: boolean; onCancel: () => void }) {
  return (
    <div className="row">
      <button type="submit" className="button primary compact" aria-disabled={pending || undefined}>
        {label}
      </button>
      <button type="button" className="link-button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}

interface Change<Answer> {
  rule: typeof phoneRule | typeof emailRule;
  send: (value: string) => Promise<Answer>;
  taken: { toast: Toast; message: string };
  failed: Toast;
  onDone: (value: string, answer: Answer) => void;
}

/** Validates one field by the shared rule and sends it; a refusal shows at the field. */
function useContactChange<Answer>({ rule, send, taken, failed, onDone }: Change<Answer>) {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => field.current?.focus(), []);

  const change = useMutation({
    mutationFn: send,
    onSuccess: (answer, value) => onDone(value, answer),
    onError: (error) => {
      const exists = isStatus(error, 409) && error.body.userExists;
      const invalid = isStatus(error, 400) ? Object.values(error.body.fields ?? {})[0] : undefined;
      showToast(exists ? taken.toast : failed);
      setProblem(exists ? taken.message : (invalid ?? causeOf(error) ?? UNEXPECTED));
      field.current?.focus();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const parsed = rule.safeParse(field.current?.value ?? '');
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) change.mutate(parsed.data);
    else field.current?.focus();
  };
  return { field, problem, submit, pending: change.isPending };
}
