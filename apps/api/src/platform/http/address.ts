import { isIP } from 'node:net';

/** An address that the database can keep: behind a careless proxy it may be any text, and then it is kept without. */
export function addressOf(text: string | null): string | null {
  const [host = ''] = text?.split('%') ?? [];
  return isIP(host) ? host : null;
}
