import { isIP, isIPv6 } from 'node:net';

/** A port that a proxy has left at the address: 203.0.113.7:5678 or [2001:db8::1]:5678. */
const WITH_PORT = /^\[?([^[\]]+?)\]?:\d+$/;

/** The address in what a proxy passed on, without its port and zone; null for any other text, which the database cannot keep. */
export function parseIp(text: string | null): string | null {
  const [host = ''] = text?.split('%') ?? [];
  if (isIP(host)) return host;
  const [, withoutPort = ''] = WITH_PORT.exec(host) ?? [];
  return isIP(withoutPort) ? withoutPort : null;
}

const UNKNOWN = 'unknown';
const MAPPED = [0, 0, 0, 0, 0, 0xffff];
/** A home or a server is given a /64 of IPv6, with more addresses than can be counted. */
const NETWORK_GROUPS = 4;

/**
 * What counts as one source: an IPv4 address, also when it is mapped into IPv6, or the /64 of an IPv6 address. All
 * other text of a careless proxy is one source together.
 */
export function networkOf(address: string): string {
  const plain = parseIp(address) ?? UNKNOWN;
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
