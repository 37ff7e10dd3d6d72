import { isIP } from 'node:net';

/** A port that a proxy has left at the address: 203.0.113.7:5678 or [2001:db8::1]:5678. */
const WITH_PORT = /^\[?([^[\]]+?)\]?:\d+$/;

/** The address in what a proxy passed on, without its port and zone; null for any other text, which the database cannot keep. */
export function addressOf(text: string | null): string | null {
  const [host = ''] = text?.split('%') ?? [];
  if (isIP(host)) return host;
  const [, withoutPort = ''] = WITH_PORT.exec(host) ?? [];
  return isIP(withoutPort) ? withoutPort : null;
}
