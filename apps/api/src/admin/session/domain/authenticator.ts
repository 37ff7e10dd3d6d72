import { Secret, TOTP } from 'otpauth';

/** Codes of an authenticator app (RFC 6238), on real time: six digits, 30 seconds, one period of tolerance. */

const PERIOD_SECONDS = 30;

const totpOf = (secret: string, issuer: string, label: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_SECONDS });

export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** What the app reads as a QR code or by hand. */
export const enrolmentUri = (secret: string, issuer: string, email: string): string =>
  totpOf(secret, issuer, email).toString();

/** The period a code belongs to, or undefined when it is wrong or not newer than `lastPeriod`. */
export function periodOf(secret: string, code: string, lastPeriod: number, at: Date): number | undefined {
  const now = at.getTime();
  const delta = totpOf(secret, '', '').validate({ token: code.replace(/\s/g, ''), timestamp: now, window: 1 });
  if (delta === null) return undefined;
  const period = Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
  return period > lastPeriod ? period : undefined;
}
