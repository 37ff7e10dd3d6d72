import { INLINE, TOASTS } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { ScriptButton } from '../../components/buttons.tsx';
import type { CodeSending } from './resend-code.tsx';
import { solveChallenge } from './solve-challenge.ts';

/** While too many codes are asked for: the code for a calculation of this browser. The other way is the mailed link. */
export function Calculate({ sending: { busy, pending, resend, failure } }: { sending: CodeSending }) {
  const calculation = useMutation({
    mutationFn: solveChallenge,
    onSuccess: (work) => resend({ work }),
    onError: () => failure.fail(TOASTS.codeNotSent),
  });
  if (!busy?.challenge) return null;
  const working = calculation.isPending || pending;
  return (
    <>
      <ScriptButton
        className="button second compact"
        aria-disabled={working || undefined}
        onClick={() => !working && busy.challenge && calculation.mutate(busy.challenge)}
      >
        Calculate and text the code
      </ScriptButton>
      <span className="quiet small" role="status">
        {working ? INLINE.calculating : ''}
      </span>
    </>
  );
}
