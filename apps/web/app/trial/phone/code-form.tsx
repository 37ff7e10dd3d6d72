import { FIELD_MESSAGES, INLINE, TOASTS, UNEXPECTED, code as codeRule } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { TextField } from '../../ui/field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { verifyCode } from '../calls.ts';
import type { TrialSession } from '../session.ts';
import { patchTrial } from '../trial-query.ts';

/** One box for six digits, pasted in any spelling. Six digits are sent by themselves once per code that went out. */
export function CodeForm({ session, sentAt }: { session: TrialSession; sentAt: string | undefined }) {
  const { trialId, advance, follow } = session;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const box = useRef<HTMLInputElement>(null);
  const sentItself = useRef(false);
  const wrong = useRef<string>(undefined);
  // Known at once, where isPending is known only after the next render: a press in between is no second try.
  const asking = useRef(false);
  // What was said of a code ends when another takes its place. The first may be typed before the answer to its sending.
  useEffect(() => {
    if (!sentAt) return;
    return () => {
      sentItself.current = false;
      wrong.current = undefined;
      setProblem(undefined);
    };
  }, [sentAt]);

  const check = useMutation({
    mutationFn: (code: string) => verifyCode(trialId, code),
    onSuccess: ({ userExists }) => {
      showToast(userExists ? TOASTS.accountAccess : TOASTS.phoneVerified);
      patchTrial(trialId, { phoneVerified: true });
      advance(userExists ? 'account.existed' : 'phone.verified');
    },
    onError: (error, code) => {
      if (isStatus(error, 409)) return void follow();
      if (isStatus(error, 400) && error.body.reason === 'wrong') wrong.current = code;
      showToast(TOASTS.codeInvalid);
      setProblem(problemOf(error));
      box.current?.focus();
      box.current?.select();
    },
    onSettled: () => void (asking.current = false),
  });

  const send = (text: string) => {
    if (asking.current) return;
    const judged = codeRule.safeParse(text);
    if (!judged.success) {
      setProblem(FIELD_MESSAGES.code);
      return box.current?.focus();
    }
    // The button pressed a moment after the code went by itself must not cost another try.
    if (judged.data === wrong.current) return box.current?.focus();
    setProblem(undefined);
    asking.current = true;
    check.mutate(judged.data);
  };

  const type = (text: string) => {
    setTyped(text);
    if (sentItself.current || !codeRule.safeParse(text).success) return;
    sentItself.current = true;
    send(text);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(typed);
  };

  return (
    <form className="stack wide code-form" method="post" noValidate onSubmit={submit}>
      <TextField
        name="code"
        label="Verification code"
        ref={box}
        value={typed}
        onChange={({ target }) => type(target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        error={problem}
      />
      <SubmitButton pending={check.isPending} pendingText="Checking…">
        Confirm phone
      </SubmitButton>
    </form>
  );
}

/** The server tells the causes apart: a wrong code, an expired one, too many tries. */
function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return UNEXPECTED;
  const { triesLeft } = error.body;
  const tries = triesLeft === undefined ? undefined : INLINE.triesLeft(triesLeft);
  return [causeOf(error) ?? UNEXPECTED, tries].filter(Boolean).join('. ').replace(/\.\. /, '. ');
}
