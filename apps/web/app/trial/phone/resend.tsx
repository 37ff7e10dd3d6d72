import type { CodeTimes } from '@lampstand/contracts';
import { minutesAndSeconds, useCountdown } from '../../lib/clock.ts';
import type { CodeSending } from './use-code-sending.ts';

/** The server says when another code may go out; until then the wait is shown, and told once when it is over. */
export function Resend({ times, sending }: { times: CodeTimes | undefined; sending: CodeSending }) {
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
