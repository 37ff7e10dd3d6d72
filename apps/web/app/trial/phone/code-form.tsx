import { FIELD_MESSAGES, INLINE, TOASTS, UNEXPECTED, code as codeRule } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { SubmitButton } from '../../components/buttons.tsx';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { ApiError, isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { verifyCode } from '../calls.ts';
import { patchTrial, type TrialSession } from '../trial-session.ts';

/** One field for six digits in any format. Submits itself once per code that was sent. */
export function CodeForm({ session, sentAt }: { session: TrialSession; sentAt: string | undefined }) {
  const { trialId, advance, refresh } = session;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const box = useRef<HTMLInputElement>(null);
  const autoSubmitted = useRef(false);
  const rejected = useRef<string>(undefined);
  // A ref, because isPending changes only with the next render: a press in between is not a second try.
  const checking = useRef(false);
  // A new code resets the field's state. Not for the first one: it may be typed before the answer to its request arrives.
  useEffect(() => {
    if (!sentAt) return;
    return () => {
      autoSubmitted.current = false;
      rejected.current = undefined;
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
      if (isStatus(error, 409)) return void refresh();
      if (isStatus(error, 400) && error.body.reason === 'wrong') rejected.current = code;
      showToast(TOASTS.codeInvalid);
      setProblem(problemOf(error));
      box.current?.focus();
      box.current?.select();
    },
    onSettled: () => void (checking.current = false),
  });

  const send = (text: string) => {
    if (checking.current) return;
    const parsed = codeRule.safeParse(text);
    if (!parsed.success) {
      setProblem(FIELD_MESSAGES.code);
      return box.current?.focus();
    }
    // A press right after the automatic submit must not cost another try.
    if (parsed.data === rejected.current) return box.current?.focus();
    setProblem(undefined);
    checking.current = true;
    check.mutate(parsed.data);
  };

  const type = (text: string) => {
    setTyped(text);
    if (autoSubmitted.current || !codeRule.safeParse(text).success) return;
    autoSubmitted.current = true;
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

/** The server's reason (wrong, expired, too many tries) and the tries left. */
function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return UNEXPECTED;
  const { triesLeft } = error.body;
  const tries = triesLeft === undefined ? undefined : INLINE.triesLeft(triesLeft);
  return [causeOf(error) ?? UNEXPECTED, tries].filter(Boolean).join('. ').replace(/\.\. /, '. ');
}
