import { expect, it } from 'vitest';
import { passed } from '../../platform/health/health-check.ts';
import { twilioProblem } from './twilio-problem.ts';

const accepted = passed('twilio', 'accepts the credentials');

it.each<[{ status?: number; code?: number | string }, string, RegExp]>([
  [{ status: 401, code: 20003 }, 'twilio', /^rejects the credentials \(401, code 20003\); copy TWILIO_ACCOUNT_SID/],
  [{ status: 401, code: 20005 }, 'twilio', /^says that the account is not active \(401, code 20005\); look/],
  [{ status: 401, code: 20099 }, 'twilio', /^does not know the credentials \(401, code 20099\); copy/],
  [{ status: 403, code: 20006 }, 'twilio', /^does not let these credentials use Verify \(403, code 20006\); look/],
  [{ status: 429, code: 20429 }, 'twilio', /^answers too many calls .*; try again in some minutes$/],
  [{ status: 503 }, 'twilio', /^fails \(503\); try again, then check status\.twilio\.com$/],
  [{ status: 404, code: 20404 }, 'verify', /^no service has the SID/],
  [{ code: 'ECONNREFUSED' }, 'twilio', /^cannot be reached; allow this machine to call verify\.twilio\.com/],
])('Twilio answering %j is told by what it means', (error, part, message) => {
  const [wrong, ...others] = twilioProblem(error, accepted).filter(({ verdict }) => verdict === 'WRONG');
  expect(wrong).toMatchObject({ part, message: expect.stringMatching(message) });
  expect(others).toEqual([]);
  if (error.status) expect(wrong!.message).not.toContain('allow this machine');
});
