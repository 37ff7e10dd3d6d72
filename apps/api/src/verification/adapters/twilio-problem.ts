import { failed, type HealthCheck, skipped } from '../../platform/health/health-check.ts';

type Advice = [problem: string, fix: string];

/** By the codes of https://www.twilio.com/docs/api/errors. */
const BY_CODE: Record<number, Advice> = {
  20003: ['rejects the credentials', 'copy TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN from the Twilio Console'],
  20005: ['says that the account is not active', 'look in the Twilio Console why it is suspended, and ask Twilio'],
};
const BY_STATUS: Record<number, Advice> = {
  401: ['does not know the credentials', 'copy TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN from the Twilio Console'],
  403: ['does not let these credentials use Verify', 'look in the Twilio Console what the account is allowed to do'],
  429: ['answers too many calls', 'try again in some minutes'],
};
const UNREACHED: Advice = ['cannot be reached', 'allow this machine to call verify.twilio.com on port 443'];

/** Why a call to the Verify service failed. */
export function twilioProblem(error: unknown, accepted: HealthCheck): HealthCheck[] {
  const { code = 0, status } = error as { code?: number; status?: number };
  if (code === 20404) {
    const fix = 'copy the SID of a Verify service of this account from the Twilio Console';
    return [accepted, failed('verify', 'no service has the SID in TWILIO_VERIFY_SERVICE_SID', fix)];
  }
  const [problem, fix] =
    BY_CODE[code] ?? (status === undefined ? UNREACHED : (BY_STATUS[status] ?? otherAnswer(status)));
  const codes = status === undefined ? '' : ` (${[status, code].filter(Boolean).join(', code ')})`;
  return [
    failed('twilio', `${problem}${codes}`, fix),
    skipped('verify', 'not checked: the call with these credentials failed'),
  ];
}

const otherAnswer = (status: number): Advice => [
  status < 500 ? 'refuses the call' : 'fails',
  'try again, then check status.twilio.com',
];
