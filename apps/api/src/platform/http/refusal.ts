import type { ErrorBody } from '@lampstand/contracts';

/** A call that is answered with no: the status, the sentence for the person, and the flags their screen reads. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly flags: Omit<ErrorBody, 'error'> & Record<string, unknown> = {},
  ) {
    super(message);
  }

  get body(): ErrorBody {
    return { error: this.message, ...this.flags };
  }
}
