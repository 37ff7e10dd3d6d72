import { describe, expect, it } from 'vitest';
import { describeError, isOutage, type JobError } from './job-errors.ts';

const error = (given: JobError): JobError => ({ kind: 'Error', ...given });

describe('the error of a job', () => {
  it.each([
    [error({ code: 'ECONNREFUSED' })],
    [error({ code: 'EENVELOPE', command: 'RCPT TO' })],
    [error({ kind: 'PaymentFailed' })],
    [error({ kind: 'RestException', code: 20500, status: 503 })],
    [error({ kind: 'StripeRateLimitError', status: 429 })],
    [{ message: 'handler execution exceeded 120s' }],
  ])('is an outage: %j', (given) => expect(isOutage(given)).toBe(true));

  it.each([
    [error({ kind: 'TypeError' })],
    [error({ kind: 'QueryFailedError', code: '23505' })],
    [error({ kind: 'StripeInvalidRequestError', status: 400 })],
    [{ value: { message: 'job heartbeat timeout' } }],
    [null],
  ])('is none: %j', (given) => expect(isOutage(given)).toBe(false));

  it('is shown by class, code and status', () => {
    expect(describeError(error({ code: 'ECONNREFUSED', status: null }))).toBe('Error ECONNREFUSED');
    expect(describeError({ value: { message: 'job heartbeat timeout' } })).toBe('job heartbeat timeout');
  });
});
