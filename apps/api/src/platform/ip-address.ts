import { isIP, isIPv6 } from 'node:net';

/** Some proxies append the port: 203.0.113.7:5678 or [2001:db8::1]:5678. */
const WITH_PORT = /^\[?([^[\]]+?)\]?:\d+$/;

/** The IP address in a forwarded address, without port and zone. Null for any other text. */
export function parseIp(text: string | null | undefined): string | null {
  const [host = ''] = text?.split('%') ?? [];
  if (isIP(host)) return host;
  const [, withoutPort = ''] = WITH_PORT.exec(host) ?? [];
  return isIP(withoutPort) ? withoutPort : null;
}

const UNKNOWN = 'unknown';
const IPV4_MAPPED = [0, 0, 0, 0, 0, 0xffff];
/** A /64: the smallest IPv6 network that a customer is assigned. */
const NETWORK_GROUPS = 4;

/**
 * The network that a rate limit counts as one: the IPv4 address, also when mapped into IPv6, or the /64 of an IPv6 address.
 * Unreadable addresses share one.
 */
export function networkOf(address: string | undefined): string {
  const ip = parseIp(address) ?? UNKNOWN;
  if (!isIPv6(ip)) return ip;
  const groups = groupsOf(ip);
  if (IPV4_MAPPED.every((group, index) => groups[index] === group))
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups. URL normalizes the spelling. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => parseInt(group, 16));
}
