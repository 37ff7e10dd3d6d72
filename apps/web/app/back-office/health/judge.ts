import type { Health } from '@lampstand/contracts/back-office';

/** What of the health needs somebody: each finding has a sentence and, where there is one, the page to look at. */
export interface Finding {
  text: string;
  link?: { to: string; label: string };
}

const FEW_CODES = 5;
const SLOW_WEBHOOK_SECONDS = 120;
/** A sweep begins anew after two minutes: what is older did not mend itself. */
const OLD_OPENING_SECONDS = 180;

/** Nothing when all is well. `secondsSince` counts by the server's clock. */
export function findingsOf(health: Health, secondsSince: (at: string) => number): Finding[] {
  const { codesSent, codesVerified, webhookLagSeconds, oldestUnopened, deadJobs } = health;
  const found: Finding[] = [];
  if (oldestUnopened && secondsSince(oldestUnopened.since) > OLD_OPENING_SECONDS)
    found.push({
      text: 'A card is saved and its account is not open.',
      link: { to: `/trials/${oldestUnopened.trialId}`, label: 'Open the sign-up' },
    });
  if (codesSent >= FEW_CODES && codesVerified * 2 < codesSent)
    found.push({ text: 'Fewer than half of the codes of the last hour were typed: text messages may not arrive.' });
  if (webhookLagSeconds !== null && webhookLagSeconds > SLOW_WEBHOOK_SECONDS)
    found.push({ text: "The payment provider's news come late." });
  if (deadJobs > 0)
    found.push({
      text: deadJobs === 1 ? 'One job has failed for good.' : `${deadJobs} jobs have failed for good.`,
      link: { to: '/admin/dead-jobs', label: 'Look at dead jobs' },
    });
  return found;
}
