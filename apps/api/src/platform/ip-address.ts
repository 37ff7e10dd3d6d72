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
/**
 * The smallest network that a customer gets, and what he may get instead. Of IPv4 it is the address, or its /24 (RFC 6177 for
 * IPv6).
 */
export type Prefix = 64 | 56 | 48;

/**
 * The network that a rate limit counts as one: the IPv4 address, also when mapped into IPv6, or the /64 of an IPv6 address; for
 * another prefix the /24 or that prefix. Unreadable addresses share one.
 */
export function networkOf(address: string | undefined, prefix: Prefix = 64): string {
  const ip = parseIp(address) ?? UNKNOWN;
  if (!isIPv6(ip)) return ipv4NetworkOf(ip, prefix);
  const groups = groupsOf(ip);
  if (IPV4_MAPPED.every((group, index) => groups[index] === group))
    return ipv4NetworkOf(
      groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 0xff])
        .join('.'),
      prefix,
    );
  const network = groups.slice(0, Math.ceil(prefix / 16));
  if (prefix === 56) network[3]! &= 0xff00;
  return `${network.map((group) => group.toString(16)).join(':')}::/${prefix}`;
}

const ipv4NetworkOf = (ip: string, prefix: Prefix): string =>
  prefix === 64 || ip === UNKNOWN ? ip : ip.replace(/\d+$/, '0/24');

/** The eight groups. URL normalizes the spelling. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => parseInt(group, 16));
}
