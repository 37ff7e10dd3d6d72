import { type CodeSentAnswer, type CodeTimes, tenDigits, TOASTS } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFailure } from '../../components/notice.tsx';
import { showToast } from '../../components/toast-store.ts';
import { isStatus } from '../../lib/api.ts';
import { causeOf, minutesAndSeconds, useCountdown } from '../../lib/clock.ts';
import { resendCode, sendCode } from '../calls.ts';
import { patchTrial, type TrialSession } from '../trial-session.ts';

/** Disabled until the server's `resendAt`, with a countdown; screen readers hear only its end. */
export function ResendCode({ times, sending }: { times: CodeTimes | undefined; sending: CodeSending }) {
  const left = useCountdown(times?.resendAt);
  return (
    <div className="row resend">
      <button
        type="button"
        className="button second compact"
        disabled={left > 0}
        aria-disabled={sending.pending || undefined}
        onClick={() => !sending.pending && sending.resend()}
      >
        Resend code
      </button>
      {left > 0 && (
        <span className="quiet small">
          No message yet? You can ask again in <span className="count">{minutesAndSeconds(left)}</span>
        </span>
      )}
      <span className="unseen" role="status">
        {times && left === 0 ? 'You can ask for a new code now.' : ''}
      </span>
    </div>
  );
}

type CodeSending = ReturnType<typeof useCodeSending>;

/** Sends a code when the step opens without a valid one, and on request. */
export function useCodeSending({ trialId, trial, refresh }: TrialSession) {
  const failure = useFailure();

  const accept = (answer: CodeSentAnswer) => {
    failure.clear();
    patchTrial(trialId, { code: { resendAt: answer.resendAt, expiresAt: answer.expiresAt } });
  };
  const refuse = (error: unknown, toast: typeof TOASTS.codeNotSent) => {
    failure.fail(toast, causeOf(error));
    if (isStatus(error, 409)) void refresh();
  };

  const first = useMutation({
    // The phone of a resumed sign-up is masked; `resendCode` uses the stored one.
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

  const requested = useRef(false);
  useEffect(() => {
    if (requested.current || trial.code) return;
    requested.current = true;
    first.mutate();
  });

  return { failure, pending: first.isPending || again.isPending, resend: () => again.mutate() };
}
