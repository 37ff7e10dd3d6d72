import { describe, expect, it } from '@jest/globals';
import { describeError, isOutage } from './job-errors.ts';

const error = (given: object) => JSON.stringify({ kind: 'Error', ...given });

describe('the error of a job', () => {
  it.each([
    [error({ code: 'ECONNREFUSED' })],
    [error({ code: 'EENVELOPE', command: 'RCPT TO' })],
    [error({ kind: 'PaymentFailed' })],
    [error({ kind: 'RestException', code: 20500, status: 503 })],
    [error({ kind: 'StripeRateLimitError', status: 429 })],
  ])('is an outage: %s', (message) => expect(isOutage(message)).toBe(true));

  it.each([
    [error({ kind: 'TypeError' })],
    [error({ kind: 'QueryFailedError', code: '23505' })],
    [error({ kind: 'StripeInvalidRequestError', status: 400 })],
    ['job handler timed out'],
    [null],
  ])('is none: %s', (message) => expect(isOutage(message)).toBe(false));

  it('is shown by class, code and status', () => {
    expect(describeError(error({ code: 'ECONNREFUSED', status: null }))).toBe('Error ECONNREFUSED');
    expect(describeError('stopped while under way')).toBe('stopped while under way');
  });
});
