import { describe, expect, it } from 'vitest';
import { HttpException } from '@nestjs/common';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { AppError, UnsupportedVersion } from '../errors.ts';
import { responseOf } from './error.filter.ts';

const failedQuery = (code: string) =>
  new QueryFailedError('INSERT INTO users', ['mary@church.example'], Object.assign(new Error('secret'), { code }));
const failedNow = (text: string) => new QueryFailedError('SELECT 1', [], new Error(text));
const network = (code: string, more = {}) => Object.assign(new Error('10.0.0.7 refused'), { code, ...more });

describe('an error that reaches the filter', () => {
  it.each([
    ['invalid', 400],
    ['unauthenticated', 401],
    ['declined', 402],
    ['forbidden', 403],
    ['notFound', 404],
    ['conflict', 409],
    ['gone', 410],
    ['unprocessable', 422],
    ['tooManyRequests', 429],
    ['unavailable', 503],
  ] as const)('of kind %s is a %i with its message and flags', (kind, status) => {
    const error = new AppError(kind, 'No', { userExists: true });
    expect(responseOf(error)).toEqual({ status, body: { error: 'No', userExists: true } });
    expect(error.code).toBe(status);
  });

  it('is a 503 for what only a newer server can handle', () => {
    expect(responseOf(new UnsupportedVersion()).status).toBe(503);
  });

  it.each([
    ['a lost connection', failedQuery('08006')],
    ['too many connections', failedQuery('53300')],
    ['a server shutting down', failedQuery('57P01')],
    ['a lock not got in time', failedQuery('55P03')],
    ['a deadlock', failedQuery('40P01')],
    ['a full disk', failedQuery('53100')],
    ['a statement that took too long', failedQuery('57014')],
    ['a transaction that was left alone too long', failedQuery('25P03')],
    ['a server that became a standby', failedQuery('25006')],
    ['a connection lost between two statements', new QueryRunnerAlreadyReleasedError()],
    ['a connection lost before a statement of raw SQL', new QueryRunnerProviderAlreadyReleasedError()],
    ['a connection lost a moment ago', failedNow('Client has encountered a connection error and is not queryable')],
    ['a refused connection', network('ECONNREFUSED', { syscall: 'connect' })],
    ['a broken connection in a query', failedQuery('ECONNRESET')],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['an exhausted pool', new Error('timeout exceeded when trying to connect')],
  ])('is a 503 of the database for %s', (_cause, error) => {
    expect(responseOf(error)).toEqual({
      status: 503,
      body: {
        error: 'Unable to verify account status. Please try again later or contact support.',
        databaseError: true,
      },
    });
  });

  it.each([
    ['a duplicate key', failedQuery('23505')],
    ['a check violation', failedQuery('23514')],
    ['a mistake in the code', new TypeError('x is not a function at /home/somebody')],
    ['a reset that is not the database', network('ECONNRESET')],
    ['a thrown string', 'mary@church.example'],
    ['a thrown nothing', undefined],
    ['a failure of the framework', new HttpException('inside', 502)],
  ])('is a 500 without details for %s', (_cause, error) => {
    expect(responseOf(error)).toEqual({
      status: 500,
      body: { error: 'An unexpected error occurred. Please try again or contact support.' },
    });
  });

  it.each([
    [400, 'Please check the marked fields and try again.'],
    [404, 'Not found'],
    [413, 'The request is too large.'],
    [415, 'Send the request as JSON.'],
    [421, 'This request did not come from our site.'],
    [431, 'An unexpected error occurred. Please try again or contact support.'],
  ])('has our own message for a %i of the framework', (status, message) => {
    const response = { status, body: { error: message } };
    expect(responseOf(new HttpException('Cannot GET /secret', status))).toEqual(response);
    expect(responseOf(Object.assign(new Error('inside'), { statusCode: status }))).toEqual(response);
  });
});
