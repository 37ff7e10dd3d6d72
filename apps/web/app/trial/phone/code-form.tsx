import { type CodeTimes, ERRORS, FIELD_MESSAGES, findCode, INLINE, TOASTS, UNEXPECTED } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SubmitButton } from '../../components/buttons.tsx';
import { TextField } from '../../components/field.tsx';
import { closeFailure, showToast } from '../../components/toast-store.ts';
import { ApiError, flagsOf, isStatus } from '../../lib/api.ts';
import { causeOf, useCountdown, when } from '../../lib/clock.ts';
import { timeText } from '../../lib/time-text.ts';
import { verifyCode } from '../calls.ts';
import { useProofInAddress } from '../known-browser.tsx';
import { patchTrial, type TrialSession } from '../trial-session.ts';
import { useTextedCode } from './texted-code.ts';
import styles from './code-form.module.css';

/** One field for six digits in any format, or a whole pasted text. Submits itself whenever it holds a new code. */
export function CodeForm({ session, times }: { session: TrialSession; times: CodeTimes | undefined }) {
  const { trialId, advance, catchUp } = session;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  /** What screen readers hear beside the toast, once. */
  const [announced, setAnnounced] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const rejected = useRef(new Set<string>());
  // A ref, because isPending changes only with the next render: a press in between is not a second try.
  const checking = useRef(false);
  const locked = useCountdown(times?.lockedUntil) > 0;
  // The code of a number that another tab has proven is used up before its time.
  const valid = useCountdown(times?.expiresAt) > 0 && problem !== ERRORS.codeExpired;
  // Another code resets the field's state. Not the first one: it may be typed before the answer to its request arrives.
  const expiresAt = times?.expiresAt;
  useEffect(() => {
    if (!expiresAt) return;
    const codes = rejected.current;
    return () => {
      codes.clear();
      setProblem(undefined);
    };
  }, [expiresAt]);

  const check = useMutation({
    mutationFn: (code: string) => verifyCode(trialId, code),
    onSuccess: ({ userExists }) => {
      showToast(userExists ? TOASTS.accountAccess : TOASTS.phoneVerified);
      patchTrial(trialId, { phoneVerified: true });
      advance(userExists ? 'account.existed' : 'phone.verified');
    },
    onError: async (error, code) => {
      checking.current = false;
      if (isStatus(error, 409) && (await catchUp())) return;
      const { reason, triesLeft, retryAt } = flagsOf(error);
      if (reason === 'wrong') rejected.current.add(code);
      if (times && retryAt) patchTrial(trialId, { code: { ...times, lockedUntil: retryAt, resendAt: retryAt } });
      showToast(error instanceof ApiError ? TOASTS.codeInvalid : TOASTS.signupFailed(UNEXPECTED));
      setProblem(problemOf(error));
      setAnnounced(reason === 'wrong' && triesLeft ? INLINE.triesLeft(triesLeft) : lockText(problemOf(error), retryAt));
      // A code that was typed while this one was checked is the next one.
      const now = box.current?.value ?? '';
      if (findCode(now) !== code) return type(now);
      box.current?.focus();
      box.current?.select();
    },
    onSettled: () => void (checking.current = false),
  });

  const send = (code: string) => {
    // A press right after the automatic submit must not cost another try.
    if (checking.current || rejected.current.has(code)) return box.current?.focus();
    setProblem(undefined);
    setAnnounced('');
    closeFailure();
    checking.current = true;
    check.mutate(code);
  };

  const type = (text: string) => {
    const code = findCode(text);
    setTyped(code && /[^\d\s-]/.test(text) ? code : text);
    if (code && !checking.current && !rejected.current.has(code)) send(code);
  };
  useTextedCode(type);
  // A code can be typed before React takes over.
  const first = useRef(type);
  useLayoutEffect(() => {
    if (box.current?.value) first.current(box.current.value);
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = findCode(typed);
    if (code) return send(code);
    setProblem(FIELD_MESSAGES.code);
    setAnnounced(FIELD_MESSAGES.code);
    box.current?.focus();
  };

  return (
    <form className={`stack wide ${styles.form}`} method="post" action="/trial/code" noValidate onSubmit={submit}>
      <input type="hidden" name="trialId" value={trialId} />
      <input type="hidden" name="proof" value={useProofInAddress() ?? ''} />
      <TextField
        name="code"
        label="Verification code"
        hint={times && !locked && (valid ? INLINE.codeWorks(timeText(new Date(times.expiresAt))) : INLINE.codeOver)}
        ref={box}
        value={typed}
        onChange={({ target }) => type(target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        enterKeyHint="done"
        spellCheck={false}
        error={locked ? lockText(problem ?? INLINE.codeLocked, times?.resendAt) : problem}
      />
      <span className="unseen" role="status">
        {announced}
      </span>
      <SubmitButton pending={check.isPending} pendingText="Checking…">
        Confirm phone
      </SubmitButton>
    </form>
  );
}

const lockText = (problem: string, retryAt: string | undefined): string =>
  retryAt ? `${problem} ${INLINE.nextCode(when(retryAt))}` : problem;

/** The server's reason (wrong, expired, too many tries) and the tries left. */
function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return UNEXPECTED;
  const { reason, triesLeft } = error.body;
  if (reason === 'tooMany') return INLINE.codeLocked;
  if (reason !== 'wrong' || triesLeft === undefined) return causeOf(error) ?? UNEXPECTED;
  return triesLeft ? `${causeOf(error)}. ${INLINE.triesLeft(triesLeft)}` : INLINE.lastTry;
}
