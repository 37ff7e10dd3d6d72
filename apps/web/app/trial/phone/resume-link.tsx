import { INLINE, TOASTS, UNEXPECTED } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ScriptButton } from '../../components/buttons.tsx';
import { FailureNotice, useFailure } from '../../components/notice.tsx';
import { showToast } from '../../components/toast-store.ts';
import { isStatus } from '../../lib/api.ts';
import { causeOf, minutesAndSeconds, useCountdown } from '../../lib/clock.ts';
import { sendResumeLink } from '../calls.ts';
import type { ScreenProps } from '../trial-session.ts';

/** Mails the link; then disabled until it can be mailed again. */
export function EmailResumeLink({ session: { trialId, advance }, children }: ScreenProps & { children: string }) {
  const failure = useFailure();
  const [retryAt, setRetryAt] = useState<string>();
  const left = useCountdown(retryAt);
  const mail = useMutation({
    mutationFn: () => sendResumeLink(trialId),
    onMutate: failure.clear,
    onSuccess: (answer) => {
      setRetryAt(answer.retryAt);
      advance('link.requested');
      showToast(TOASTS.linkSent);
    },
    onError: (error) => {
      if (isStatus(error, 429)) setRetryAt(error.body.retryAt);
      failure.fail(TOASTS.signupFailed(causeOf(error) ?? UNEXPECTED));
    },
  });
  return (
    <>
      <ScriptButton
        className="link-button"
        disabled={left > 0}
        aria-disabled={mail.isPending || undefined}
        onClick={() => !mail.isPending && mail.mutate()}
      >
        {children}
      </ScriptButton>
      {left > 0 && !failure.toast && (
        <span className="quiet small">
          {TOASTS.linkSent.title}. {INLINE.linkAgain(minutesAndSeconds(left))}
        </span>
      )}
      <FailureNotice failure={failure} />
    </>
  );
}
