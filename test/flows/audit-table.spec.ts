/** Which entries of the audit log each call of the back office leaves that changes, reveals or hands out something. */
import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '@lampstand/contracts/back-office';
import { type Answer, signedIn, auditEntries } from '../builders/index.ts';
import { inProcessStack } from '../support/own-stack.ts';
import { auditedCalls } from './audited-calls.ts';

const stack = inProcessStack({ env: { SWEEP_INTERVAL_SECONDS: '1' } });
const CALLS = auditedCalls(stack);

/** POST calls that store nothing; `options` with a wrong password is in the table. */
const WITHOUT_EFFECT = ['POST /api/admin/password-link'];

/** Of `npm run admin`; see staff-command.spec. */
const OF_THE_COMMAND = ['authenticator required', 'authenticator dropped', 'passkeys dropped'];

const entriesOf = async ({ headers }: Answer): Promise<string> => {
  const entries = await auditEntries(stack, { request: headers.get('x-request-id') });
  return entries.map(({ action }) => action).join(', ');
};

describe('the audit log', () => {
  it.each(CALLS)('has the entries of $call $use: $entries', async ({ does, status, entries }) => {
    const answer = await does();
    expect({ status: answer.status, entries: await entriesOf(answer) }).toEqual({ status, entries });
  });

  it('has a row above for each call that may change something, and for each file', async () => {
    const { body } = await (await signedIn(stack)).get('/api/admin/docs-json');
    const described = Object.entries(body.paths as Record<string, object>)
      .filter(([path]) => /^\/api\/(admin|incomplete-trials)\//.test(path))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
      .filter((call) => /^POST|\/(export|download)$/.test(call));
    const known = new Set([...WITHOUT_EFFECT, ...CALLS.map(({ call }) => call)]);
    expect(described.filter((call) => !known.has(call))).toEqual([]);
    expect(described.length).toBeGreaterThan(35);
  });

  it('has each of its actions in a row above', () => {
    const seen = CALLS.flatMap(({ entries }) => entries.split(', '));
    expect([...new Set([...seen, ...OF_THE_COMMAND])].sort()).toEqual([...AUDIT_ACTIONS].sort());
  });
});
