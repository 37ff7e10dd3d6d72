import { TOASTS, UNEXPECTED } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { causeOf } from '../../lib/clock.ts';
import { FailureNotice, useFailure } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { sendResumeLink } from '../calls.ts';
import type { TrialSession } from '../session.ts';

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
