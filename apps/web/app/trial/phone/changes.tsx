import {
  email as emailRule,
  FIELD_MESSAGES,
  formatPhone,
  phone as phoneRule,
  TOASTS,
  UNEXPECTED,
} from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { TextField } from '../../ui/field.tsx';
import { FailureNotice, useFailure } from '../../ui/notice.tsx';
import { formatAsTyped } from '../../ui/phone-input.ts';
import { showToast } from '../../ui/toast-store.ts';
import { correctEmail, sendCode, sendResumeLink } from '../calls.ts';
import type { TrialSession } from '../session.ts';
import { patchTrial } from '../trial-query.ts';

interface ChangeProps {
  session: TrialSession;
  onDone: () => void;
}

export function ChangeNumber({ session: { trialId, advance }, onDone }: ChangeProps) {
  const change = useChange({
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
    <form className="change stack wide" method="post" noValidate onSubmit={change.submit}>
      <TextField
        name="phone"
        label="New mobile phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        ref={change.box}
        onChange={({ target }) => formatAsTyped(target)}
        error={change.problem}
        placeholder={formatPhone('5551234567')}
      />
      <ChangeButtons label="Text the code here" pending={change.pending} onCancel={onDone} />
    </form>
  );
}

export function ChangeEmail({ session: { trialId, trial, advance }, onDone }: ChangeProps) {
  const change = useChange({
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
    <form className="change stack wide" method="post" noValidate onSubmit={change.submit}>
      <TextField
        name="email"
        label="New email"
        type="email"
        inputMode="email"
        autoComplete="email"
        ref={change.box}
        defaultValue={trial.email}
        error={change.problem}
      />
      <ChangeButtons label="Save email" pending={change.pending} onCancel={onDone} />
    </form>
  );
}

export function MailTheLink({ session: { trialId, advance } }: { session: TrialSession }) {
  const failure = useFailure();
  const mail = useMutation({
    mutationFn: () => sendResumeLink(trialId),
    onSuccess: () => {
      failure.clear();
      advance('link.requested');
      showToast(TOASTS.linkSent);
    },
    onError: (error) => failure.fail(TOASTS.signupFailed(causeOf(error) ?? UNEXPECTED)),
  });
  return (
    <>
      <button type="button" className="link-button" disabled={mail.isPending} onClick={() => mail.mutate()}>
        E-mail me the link
      </button>
      <FailureNotice failure={failure} />
      <span className="unseen" role="status">
        {mail.isSuccess ? TOASTS.linkSent.title : ''}
      </span>
    </>
  );
}

interface Change<Answer> {
  rule: typeof phoneRule | typeof emailRule;
  send: (value: string) => Promise<Answer>;
  taken: { toast: typeof TOASTS.phoneTaken; message: string };
  failed: typeof TOASTS.codeNotSent;
  onDone: (value: string, answer: Answer) => void;
}

/** One value, judged by the shared rule, sent, and its refusal shown at the field. */
function useChange<Answer>({ rule, send, taken, failed, onDone }: Change<Answer>) {
  const box = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => box.current?.focus(), []);

  const change = useMutation({
    mutationFn: send,
    onSuccess: (answer, value) => onDone(value, answer),
    onError: (error) => {
      const exists = isStatus(error, 409) && error.body.userExists;
      const field = isStatus(error, 400) ? Object.values(error.body.fields ?? {})[0] : undefined;
      showToast(exists ? taken.toast : failed);
      setProblem(exists ? taken.message : (field ?? causeOf(error) ?? UNEXPECTED));
      box.current?.focus();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const judged = rule.safeParse(box.current?.value ?? '');
    setProblem(judged.error?.issues[0]?.message);
    if (judged.success) change.mutate(judged.data);
    else box.current?.focus();
  };
  return { box, problem, submit, pending: change.isPending };
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
