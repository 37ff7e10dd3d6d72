/** What a failed job keeps of its error: class, code and status, never the message, which could quote a person. */
export interface JobError {
  kind?: string;
  code?: string | number | null;
  status?: number | null;
  command?: string | null;
  /** When the job failed, by the Clock. */
  at?: string;
  /** Of pg-boss itself: a job that took too long, or whose process died. */
  message?: string;
  value?: { message?: string };
}

/** Class, code and status in one line. */
export function describeError(error: JobError | null): string {
  const { kind, code, status, command, message, value } = error ?? {};
  if (!kind) return message ?? value?.message ?? '';
  return [kind, code, status, command].filter((part) => part !== undefined && part !== null).join(' ');
}

/** Of the Stripe SDK. */
const OUTAGE_KINDS = ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError', 'PaymentFailed'];
/** Of Node's sockets and of nodemailer. */
const OUTAGE_CODES = `ECONNREFUSED ECONNRESET ECONNABORTED ETIMEDOUT EPIPE EHOSTUNREACH ENOTFOUND EAI_AGAIN
  ECONNECTION ESOCKET EDNS EPROTOCOL EENVELOPE EMESSAGE`.split(/\s+/);

/** How pg-boss's error of a handler begins that is not done before its job expires. */
const TOOK_TOO_LONG = 'handler execution exceeded';

/** Whether a provider was away, so that the same job can succeed later. A bug of ours is no outage. */
export function isOutage(error: JobError | null): boolean {
  const { kind = '', code, status } = error ?? {};
  return (
    OUTAGE_KINDS.includes(kind) ||
    OUTAGE_CODES.includes(String(code)) ||
    (typeof status === 'number' && (status >= 500 || status === 429)) ||
    describeError(error).startsWith(TOOK_TOO_LONG)
  );
}
