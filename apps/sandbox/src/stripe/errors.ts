/** Stripe's error body; the SDK throws only when it sees the key `error`, whatever the status. */
export interface StripeErrorDetails {
  type?: string;
  code?: string;
  param?: string;
  decline_code?: string;
  setup_intent?: unknown;
  payment_method?: unknown;
  doc_url?: string;
}

export class StripeError extends Error {
  readonly status: number;
  readonly details: StripeErrorDetails;

  constructor(status: number, message: string, details: StripeErrorDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }

  body(): { error: Record<string, unknown> } {
    return { error: { type: 'invalid_request_error', message: this.message, ...this.details } };
  }
}

export const invalid = (message: string, param?: string, code?: string) =>
  new StripeError(400, message, { ...(param && { param }), ...(code && { code }) });

export const missing = (kind: string, id: string, param = 'id') =>
  new StripeError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });

/** A reference inside the parameters that leads nowhere is a 400, unlike the resource of the path. */
export const unknownReference = (kind: string, id: string, param: string) =>
  new StripeError(400, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
