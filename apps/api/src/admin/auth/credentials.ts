import { hash, verify } from '@node-rs/argon2';
import { Secret, TOTP } from 'otpauth';

/** Staff passwords: argon2id with OWASP's parameters (19 MiB, 2 passes). */

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), COST);

/** Takes the same time without an account, so that timing does not reveal which accounts exist. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await dummyHash()), password.normalize('NFC'));
  return matches && passwordHash !== undefined;
}

let cachedDummyHash: Promise<string> | undefined;
const dummyHash = (): Promise<string> => (cachedDummyHash ??= hashPassword('a password that nobody has'));

/** Codes of an authenticator app (RFC 6238), on real time: six digits, 30 seconds, one period of tolerance. */

const PERIOD_SECONDS = 30;

const totpOf = (secret: string, issuer: string, label: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_SECONDS });

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The otpauth URI that the app reads, as a QR code or by hand. */
export const enrolmentUri = (secret: string, issuer: string, email: string): string =>
  totpOf(secret, issuer, email).toString();

/** The period a code belongs to; undefined when it is wrong or not newer than `lastPeriod`. */
export function totpPeriodOf(secret: string, code: string, lastPeriod: number, at: Date): number | undefined {
  const now = at.getTime();
  const delta = totpOf(secret, '', '').validate({ token: code.replace(/\s/g, ''), timestamp: now, window: 1 });
  if (delta === null) return undefined;
  const period = Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
  return period > lastPeriod ? period : undefined;
}
