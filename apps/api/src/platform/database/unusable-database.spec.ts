import { describe, expect, it } from 'vitest';
import { connectionProblem } from './unusable-database.ts';

describe('a database that cannot be connected to', () => {
  it.each([
    ['28P01', 'password authentication failed for user "lamp"', /rejects the user or the password: correct them/],
    ['28000', 'no pg_hba.conf entry for host "10.0.0.7"', /refuses this user from this machine: allow both/],
    ['3D000', 'database "lamp" does not exist', /does not exist: create it/],
    ['42501', 'permission denied for database "lamp"', /may not connect to its database: grant it CONNECT/],
    ['53300', 'sorry, too many clients already', /has too many connections: raise max_connections/],
    ['57P03', 'the database system is starting up', /is starting or stopping: try again/],
    ['ECONNREFUSED', '', /whose port is closed: start it/],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND nowhere', /names is unknown: correct it/],
    ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN nowhere', /DNS of this machine does not answer/],
    ['EHOSTUNREACH', 'connect EHOSTUNREACH 10.0.0.9:5432', /No network leads to the host/],
    ['ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.9:5432', /does not answer in time: try again if this machine is busy/],
    [undefined, 'timeout exceeded when trying to connect', /does not answer in time/],
    [undefined, 'Connection terminated due to connection timeout', /does not answer in time/],
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'unable to verify the first certificate',
      /who signed the .*: add sslrootcert=/,
    ],
    [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'self-signed certificate in certificate chain',
      /who signed the .*: add sslrootcert=/,
    ],
    ['CERT_HAS_EXPIRED', 'certificate has expired', /is expired or not valid: renew it/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname does not match', /is of another host: name the host/],
    [undefined, 'The server does not support SSL connections', /has no TLS: turn on ssl/],
    ['08P01', 'no such user', /cannot be used \(no such user\): correct the URL/],
  ])('is told by its cause and what to do: %s %s', (code, message, sentence) => {
    const told = connectionProblem(Object.assign(new Error(message), { code }), 'MIGRATION_DATABASE_URL').message;
    expect(told).toMatch(sentence);
    expect(told).toMatch(/^[A-Z].*\.$/);
  });

  it('is named by its setting', () => {
    for (const code of ['28P01', '53300', 'ECONNREFUSED', 'ENOTFOUND', 'CERT_HAS_EXPIRED', 'XX000'])
      expect(connectionProblem(Object.assign(new Error('no'), { code }), 'DATABASE_URL').message).toContain(
        'DATABASE_URL',
      );
  });
});
