import { isIPv6 } from 'node:net';
import { addressOf } from '../http/address.ts';

const UNKNOWN = 'unknown';
const MAPPED = [0, 0, 0, 0, 0, 0xffff];
/** A home or a server is given a /64 of IPv6, with more addresses than can be counted. */
const NETWORK_GROUPS = 4;

/**
 * What counts as one source: an IPv4 address, also when it is mapped into IPv6, or the /64 of an IPv6 address. All
 * other text of a careless proxy is one source together.
 */
export function sourceOf(address: string): string {
  const plain = addressOf(address) ?? UNKNOWN;
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  if (MAPPED.every((group, index) => groups[index] === group))
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups. A URL writes every spelling of an address in one way. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => parseInt(group, 16));
}
