import { type CodeSentAnswer, TOASTS, tenDigits } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { useFailure } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { resendCode, sendCode } from '../calls.ts';
import type { TrialSession } from '../session.ts';
import { patchTrial } from '../trial-query.ts';

export type CodeSending = ReturnType<typeof useCodeSending>;

/** Sends the code once when the step is first shown and none is alive, and again when asked. */
export function useCodeSending({ trialId, trial, follow }: TrialSession) {
  const failure = useFailure();

  const accept = (answer: CodeSentAnswer) => {
    failure.clear();
    patchTrial(trialId, { code: { resendAt: answer.resendAt, expiresAt: answer.expiresAt } });
  };
  const refuse = (error: unknown, toast: typeof TOASTS.codeNotSent) => {
    failure.fail(toast, causeOf(error));
    if (isStatus(error, 409)) void follow();
  };

  const first = useMutation({
    // A masked phone cannot be sent back: the server then uses the one it holds.
    mutationFn: () => (tenDigits(trial.phone) ? sendCode(trialId, trial.phone) : resendCode(trialId)),
    onSuccess: (answer) => {
      accept(answer);
      if (answer.sent) showToast(TOASTS.codeSent);
    },
    onError: (error) => refuse(error, TOASTS.codeNotSent),
  });
  const again = useMutation({
    mutationFn: () => resendCode(trialId),
    onSuccess: (answer) => {
      accept(answer);
      if (answer.sent) showToast(TOASTS.codeResent);
    },
    onError: (error) => refuse(error, TOASTS.codeNotResent),
  });

  const asked = useRef(false);
  useEffect(() => {
    if (asked.current || trial.code) return;
    asked.current = true;
    first.mutate();
  });

  return { failure, pending: first.isPending || again.isPending, resend: () => again.mutate() };
}
