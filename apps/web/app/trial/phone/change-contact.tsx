import {
  email as emailRule,
  FIELD_MESSAGES,
  INLINE,
  phone as phoneRule,
  type Toast,
  TOASTS,
  UNEXPECTED,
} from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { EmailField } from '../../components/email-field.tsx';
import { PhoneField } from '../../components/field.tsx';
import { MemberHelp } from '../../components/text-links.tsx';
import { showToast } from '../../components/toast-store.ts';
import { flagsOf } from '../../lib/api.ts';
import { causeOf, when } from '../../lib/clock.ts';
import { usePhoneQuestion } from '../../lib/phone-question.ts';
import { correctEmail, sendCode } from '../calls.ts';
import { patchTrial, type ScreenProps } from '../trial-session.ts';
import styles from './change-contact.module.css';
import type { CodeSending } from './resend-code.tsx';

export interface ChangeProps extends ScreenProps {
  onDone: () => void;
  /** This browser is not known. */
  onRefused: () => void;
}

interface ChangeNumberProps extends ChangeProps {
  sending: CodeSending;
}

export function ChangeNumber({ session, sending, onDone, onRefused }: ChangeNumberProps) {
  const { trialId, trial, advance } = session;
  const { field, problem, member, submit, pending } = useContactChange({
    rule: phoneRule,
    ask: usePhoneQuestion(),
    send: (phone) => sendCode(trialId, phone),
    taken: { toast: TOASTS.phoneTaken, message: FIELD_MESSAGES.phoneTaken },
    failed: TOASTS.codeNotSent,
    onRefused,
    onDone: (phone, answer) => {
      sending.accept(answer);
      if (!answer.sent && phone === trial.phone) return INLINE.sameNumber(when(answer.sentAt));
      patchTrial(trialId, { phone });
      advance('phone.changed');
      if (answer.sent) showToast(TOASTS.codeSent);
      onDone();
    },
  });
  return (
    <ChangeForm onSubmit={submit} button="Text the code here" pending={pending} onCancel={onDone}>
      <PhoneField
        name="phone"
        label="New mobile phone"
        hint="US mobile number."
        ref={field}
        error={problem}
        enterKeyHint="send"
      >
        {member && <MemberHelp />}
      </PhoneField>
    </ChangeForm>
  );
}

export function ChangeEmail({ session: { trialId, trial, advance }, onDone, onRefused }: ChangeProps) {
  const { field, problem, member, submit, pending } = useContactChange({
    rule: emailRule,
    send: (email) => correctEmail(trialId, email),
    taken: { toast: TOASTS.accountTaken, message: FIELD_MESSAGES.emailTaken },
    failed: TOASTS.signupFailed(UNEXPECTED),
    onRefused,
    onDone: (email) => {
      patchTrial(trialId, { email });
      advance('email.corrected');
      showToast(TOASTS.emailCorrected);
      onDone();
    },
  });
  return (
    <ChangeForm onSubmit={submit} button="Save email" pending={pending} onCancel={onDone}>
      <EmailField
        name="email"
        label="New email"
        ref={field}
        defaultValue={trial.email}
        error={problem}
        enterKeyHint="done"
      >
        {member && <MemberHelp />}
      </EmailField>
    </ChangeForm>
  );
}

interface FormProps {
  onSubmit: (event: FormEvent) => void;
  button: string;
  pending: boolean;
  onCancel: () => void;
  children: ReactNode;
}

/** A form that corrects what was typed. */
export const ChangeForm = ({ onSubmit, button, pending, onCancel, children }: FormProps) => (
  <form className={`stack wide ${styles.form}`} method="post" noValidate onSubmit={onSubmit}>
    {children}
    <div className="row">
      <button type="submit" className="button primary compact" aria-disabled={pending || undefined}>
        {button}
      </button>
      <button type="button" className="link-button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  </form>
);

interface Change<Answer> {
  rule: typeof phoneRule | typeof emailRule;
  /** What is asked about a valid value before it is sent. */
  ask?: (value: string) => string | undefined;
  send: (value: string) => Promise<Answer>;
  taken: { toast: Toast; message: string };
  failed: Toast;
  onRefused: () => void;
  /** Returns the reason where nothing was changed. */
  onDone: (value: string, answer: Answer) => string | void;
}

/** Validates one field by the shared rule and sends it; a refusal shows at the field. */
function useContactChange<Answer>({ rule, ask, send, taken, failed, onRefused, onDone }: Change<Answer>) {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [member, setMember] = useState(false);
  useEffect(() => field.current?.focus(), []);

  const change = useMutation({
    mutationFn: send,
    onSuccess: (answer, value) => {
      const unchanged = onDone(value, answer);
      if (!unchanged) return;
      setProblem(unchanged);
      field.current?.focus();
    },
    onError: (error) => {
      const { reason, userExists: exists, fields = {} } = flagsOf(error);
      if (reason === 'prove') return onRefused();
      const [invalid] = Object.values(fields);
      showToast(exists ? taken.toast : failed);
      setMember(exists === true);
      setProblem(exists ? taken.message : (invalid ?? causeOf(error) ?? UNEXPECTED));
      field.current?.focus();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const parsed = rule.safeParse(field.current?.value ?? '');
    const wrong = parsed.success ? ask?.(parsed.data) : parsed.error.issues[0]?.message;
    setProblem(wrong);
    setMember(false);
    if (parsed.success && !wrong) change.mutate(parsed.data);
    else field.current?.focus();
  };
  return { field, problem, member, submit, pending: change.isPending };
}
