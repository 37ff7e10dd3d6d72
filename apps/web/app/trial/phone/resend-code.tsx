import {
  type CodeChannel,
  type CodeSentAnswer,
  type CodeTimes,
  type ErrorBody,
  INLINE,
  TEXTS_BEFORE_CALL,
  TOASTS,
} from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ScriptButton } from '../../components/buttons.tsx';
import { useFailure } from '../../components/notice.tsx';
import { showToast } from '../../components/toast-store.ts';
import { isStatus } from '../../lib/api.ts';
import { causeOf, minutesAndSeconds, useCountdown, when } from '../../lib/clock.ts';
import { resendCode, sendCode } from '../calls.ts';
import { patchTrial, type TrialSession } from '../trial-session.ts';
import { BrowserCheck } from './browser-check.tsx';
import styles from './resend-code.module.css';

const LONGEST_COUNTDOWN_SECONDS = 3600;

interface Resending {
  channel?: CodeChannel;
  /** The solution of the challenge of a refusal. */
  work?: string;
}

interface ResendProps {
  times: CodeTimes | undefined;
  sending: CodeSending;
}

/** Disabled until another code can really be sent; screen readers hear only the end of the wait. */
export function ResendCode({ times, sending }: ResendProps) {
  const next = sending.refusedUntil ?? times?.resendAt;
  const left = useCountdown(next);
  const canCall = times !== undefined && times.sends >= TEXTS_BEFORE_CALL;
  const button = (channel: CodeChannel, label: string) => (
    <ScriptButton
      className="button second compact"
      disabled={left > 0}
      aria-disabled={sending.pending || undefined}
      onClick={() => !sending.pending && sending.resend({ channel })}
    >
      {label}
    </ScriptButton>
  );
  return (
    <div className="row">
      {button('sms', 'Resend code')}
      {canCall && button('call', 'Call me with the code instead')}
      <BrowserCheck sending={sending} />
      {next && left > 0 && <Wait until={next} left={left} long={!times || next !== times.resendAt || isLong(times)} />}
      <span className="unseen" role="status">
        {next && left === 0 ? 'You can ask for a new code now.' : ''}
      </span>
    </div>
  );
}

/** Locked, or the day's codes are used up: the time itself, not only a countdown, says how long. */
const isLong = ({ lockedUntil, resendAt, expiresAt }: CodeTimes) => lockedUntil !== undefined || resendAt > expiresAt;

function Wait({ until, left, long }: { until: string; left: number; long: boolean }) {
  const count = <span className={styles.count}>{minutesAndSeconds(left)}</span>;
  if (!long) return <span className="quiet small">No message yet? You can ask again in {count}</span>;
  return (
    <span className="quiet small">
      {INLINE.nextCode(when(until))} {left <= LONGEST_COUNTDOWN_SECONDS && <>That is in {count}</>}
    </span>
  );
}

export type CodeSending = ReturnType<typeof useCodeSending>;

/** Sends a code when the step opens without a valid one, and on request. */
export function useCodeSending({ trialId, trial, catchUp }: TrialSession) {
  const failure = useFailure();
  const [refusedUntil, setRefusedUntil] = useState<string>();
  const [busy, setBusy] = useState<Partial<ErrorBody>>();

  const accept = ({ success: _success, sent: _sent, ...code }: CodeSentAnswer) => {
    failure.clear();
    setRefusedUntil(undefined);
    setBusy(undefined);
    patchTrial(trialId, { code });
  };
  const refuse = async (error: unknown, toast: typeof TOASTS.codeNotSent) => {
    if (isStatus(error, 409) && (await catchUp())) return;
    failure.fail(toast, causeOf(error));
    setRefusedUntil(isStatus(error, 429) ? error.body.retryAt : undefined);
    setBusy(isStatus(error, 429) && error.body.busy ? error.body : undefined);
  };

  const first = useMutation({
    mutationFn: () => sendCode(trialId, trial.phone),
    onSuccess: (answer) => {
      accept(answer);
      if (answer.sent) showToast(TOASTS.codeSent);
    },
    onError: (error) => refuse(error, TOASTS.codeNotSent),
  });
  const again = useMutation({
    mutationFn: ({ channel = 'sms', work }: Resending) => resendCode(trialId, channel, work),
    onMutate: failure.clear,
    onSuccess: (answer, { channel }) => {
      accept(answer);
      if (answer.sent) showToast(channel === 'call' ? TOASTS.codeCalled : TOASTS.codeResent);
    },
    onError: (error) => refuse(error, TOASTS.codeNotResent),
  });

  const opened = useRef(false);
  useEffect(() => {
    if (!opened.current && !trial.code) first.mutate();
    opened.current = true;
  });

  return {
    failure,
    refusedUntil,
    /** The refusal, when too many codes are asked for. */
    busy,
    accept,
    pending: first.isPending || again.isPending,
    resend: (how: Resending) => again.mutate(how),
  };
}
