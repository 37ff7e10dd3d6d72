import { resolveTxt } from 'node:dns/promises';
import { failed, type HealthCheck, passed, skipped } from '../../health/health-check.ts';

/** DNS: the text records of a name, each in its parts. Rejects with the codes of Node. */
type ReadsTexts = (name: string) => Promise<string[][]>;

/** What DNS answers for a name without such a record. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Whether the domain of a sender tells receivers how to treat its emails: a policy of DMARC (RFC 7489), which Gmail and Yahoo demand,
 * and at most one of SPF (RFC 7208, 4.5). Without one of SPF the sender needs a return path of its own; DKIM cannot be looked up without
 * its selector. Never rejects.
 */
export async function checkSenderDomain(sender: string, reads: ReadsTexts = resolveTxt): Promise<HealthCheck> {
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  const texts = async (name: string, version: string) => {
    const records = await reads(name).catch((error: NodeJS.ErrnoException) => {
      if (NONE.has(error.code ?? '')) return [];
      throw error;
    });
    return records.map((parts) => parts.join('')).filter((text) => text.toLowerCase().startsWith(version));
  };
  try {
    const policies = await Promise.all(parentsOf(domain).map((name) => texts(`_dmarc.${name}`, 'v=dmarc1')));
    if (!policies.flat().length)
      return failed('sender', `${domain} has no policy of DMARC`, `publish a TXT record at _dmarc.${domain}`);
    const spf = await texts(domain, 'v=spf1');
    if (spf.length > 1)
      return failed('sender', `${domain} has ${spf.length} records of SPF, which then all fail`, 'join them into one');
    return passed('sender', `${domain} has a policy of DMARC and ${spf.length ? 'a record' : 'no record'} of SPF`);
  } catch (error) {
    return skipped('sender', `DNS does not answer for ${domain}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** The domain and those above it, whose policy holds for it, too; not the top-level one. */
const parentsOf = (domain: string): string[] => {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
};
