/** What a job's failure keeps of its error: class, code and status, never the message. */
interface JobError {
  kind?: string;
  code?: string | number | null;
  status?: number | null;
  command?: string | null;
}

/** Errors of our workers are JSON; pg-boss's own are text. */
function read(message: string | null): JobError | undefined {
  try {
    return JSON.parse(message ?? '') as JobError;
  } catch {
    return undefined;
  }
}

/** Class, code and status in one line. */
export function describeError(message: string | null): string {
  const error = read(message);
  if (!error) return message ?? '';
  const { kind, code, status, command } = error;
  return [kind, code, status, command].filter((part) => part !== undefined && part !== null).join(' ');
}

/** Of the Stripe SDK, and of a call that took too long. */
const OUTAGE_KINDS = [
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'PaymentFailed',
  'TookTooLong',
];
/** Of Node's sockets and of nodemailer. */
const OUTAGE_CODES = `ECONNREFUSED ECONNRESET ECONNABORTED ETIMEDOUT EPIPE EHOSTUNREACH ENOTFOUND EAI_AGAIN
  ECONNECTION ESOCKET EDNS EPROTOCOL EENVELOPE EMESSAGE`.split(/\s+/);

/** Whether a provider was away, so that the same job can succeed later. A bug of ours is no outage. */
export function isOutage(message: string | null): boolean {
  const { kind = '', code, status } = read(message) ?? {};
  return (
    OUTAGE_KINDS.includes(kind) ||
    OUTAGE_CODES.includes(String(code)) ||
    (typeof status === 'number' && (status >= 500 || status === 429))
  );
}
