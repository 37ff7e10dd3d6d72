import type { Health } from '@lampstand/contracts/back-office';

/** A problem in a sentence, with the page to look at if there is one. */
interface HealthProblem {
  text: string;
  link?: { to: string; label: string };
}

const MIN_CODES = 5;
const MAX_WEBHOOK_LAG_SECONDS = 120;
/** A sweep retries stuck openings after two minutes. */
const MAX_OPENING_SECONDS = 180;

/** The problems to show, the most urgent first. `secondsSince` counts by the server's clock. */
export function healthProblems(health: Health, secondsSince: (at: string) => number): HealthProblem[] {
  const { codesSent, codesVerified, webhookLagSeconds, oldestUnopened, deadJobs } = health;
  const problems: HealthProblem[] = [];
  if (oldestUnopened && secondsSince(oldestUnopened.since) > MAX_OPENING_SECONDS)
    problems.push({
      text: 'A card is saved and its account is not open.',
      link: { to: `/trials/${oldestUnopened.trialId}`, label: 'Open the sign-up' },
    });
  if (codesSent >= MIN_CODES && codesVerified * 2 < codesSent)
    problems.push({ text: 'Fewer than half of the codes of the last hour were typed: text messages may not arrive.' });
  if (webhookLagSeconds !== null && webhookLagSeconds > MAX_WEBHOOK_LAG_SECONDS)
    problems.push({ text: 'The payment provider’s news come late.' });
  if (deadJobs > 0)
    problems.push({
      text: deadJobs === 1 ? 'One job has failed for good.' : `${deadJobs} jobs have failed for good.`,
      link: { to: '/admin/queue?group=deadJobs', label: 'Look at dead jobs' },
    });
  return problems;
}
