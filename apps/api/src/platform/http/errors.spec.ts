import { describe, expect, it } from '@jest/globals';
import { HttpException } from '@nestjs/common';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { toAppError, AppError } from './errors.ts';

const failedQuery = (code: string) =>
  new QueryFailedError('INSERT INTO users', ['mary@church.example'], Object.assign(new Error('secret'), { code }));
const failedNow = (text: string) => new QueryFailedError('SELECT 1', [], new Error(text));
const network = (code: string, more = {}) => Object.assign(new Error('10.0.0.7 refused'), { code, ...more });

describe('a failure on its way out', () => {
  it('stays as it is when the product refuses', () => {
    const refusal = new AppError(409, 'No', { userExists: true });
    expect(toAppError(refusal)).toBe(refusal);
    expect(refusal.body).toEqual({ error: 'No', userExists: true });
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
    expect(toAppError(error)).toMatchObject({
      status: 503,
      message: 'Unable to verify account status. Please try again later or contact support.',
      flags: { databaseError: true },
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
  ])('is a 500 without a word of the inside for %s', (_cause, error) => {
    const refusal = toAppError(error);
    expect(refusal.status).toBe(500);
    expect(refusal.body).toEqual({
      error: 'An unexpected error occurred. Please try again or contact support.',
    });
  });

  it.each([
    [400, 'Please check the marked fields and try again.'],
    [404, 'Not found'],
    [413, 'The request is too large.'],
    [415, 'Send the request as JSON.'],
    [431, 'An unexpected error occurred. Please try again or contact support.'],
  ])('is told in our own words for a %i of the framework', (status, message) => {
    expect(toAppError(new HttpException('Cannot GET /secret', status))).toMatchObject({ status, message });
    expect(toAppError(Object.assign(new Error('inside'), { statusCode: status }))).toMatchObject({ status, message });
  });
});
