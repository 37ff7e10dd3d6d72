import { INLINE, TOASTS } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { ScriptButton } from '../../components/buttons.tsx';
import { reloadsFor } from '../../lib/parts.ts';
import type { CodeSending } from './resend-code.tsx';
import { solveChallenge } from './solve-challenge.ts';

/** While too many codes are requested, a proof of work gets the code. The other way is the mailed link. */
export function BrowserCheck({ sending: { busy, pending, resend, failure } }: { sending: CodeSending }) {
  const proofOfWork = useMutation({
    mutationFn: solveChallenge,
    onSuccess: (work) => resend({ work }),
    onError: (error) => reloadsFor(error) || failure.fail(TOASTS.codeNotSent),
  });
  if (!busy?.challenge) return null;
  const working = proofOfWork.isPending || pending;
  return (
    <>
      <ScriptButton
        className="button second compact"
        aria-disabled={working || undefined}
        onClick={() => !working && busy.challenge && proofOfWork.mutate(busy.challenge)}
      >
        Check my browser and text the code
      </ScriptButton>
      <span className="quiet small" role="status">
        {working ? INLINE.browserCheck : ''}
      </span>
    </>
  );
}
