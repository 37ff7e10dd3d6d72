import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { hash, verify } from '@node-rs/argon2';
import { Secret, TOTP } from 'otpauth';
import type { Place } from '../../platform/encryption.ts';
import { Semaphore } from '../../platform/semaphore.ts';

/** Staff passwords: argon2id with OWASP's parameters (19 MiB, 2 passes). */

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** About a second of hashing. */
const QUEUE = { longest: 20, refusal: ADMIN_ERRORS.passwordsBusy };

/** One password of each lane is hashed at a time, so that strangers hold up neither the server nor known browsers. */
const LANES = { known: new Semaphore(1, QUEUE), strangers: new Semaphore(1, QUEUE) };

/** `strangers`: browsers that have not signed in to the account before. */
export type PasswordLane = keyof typeof LANES;

/** Throws a 503 when too many wait. */
export const hashPassword = (password: string): Promise<string> =>
  LANES.known.run(() => hash(password.normalize('NFC'), COST));

/**
 * Takes the same time without an account, so that timing does not reveal which accounts exist. Throws a 503 when too many
 * wait in the lane.
 */
export async function isPassword(
  passwordHash: string | undefined,
  password: string,
  lane: PasswordLane,
): Promise<boolean> {
  const expected = passwordHash ?? (await dummyHash());
  const matches = await LANES[lane].run(() => verify(expected, password.normalize('NFC')));
  return matches && passwordHash !== undefined;
}

/** Outside of the lanes: hashed once. */
let cachedDummyHash: Promise<string> | undefined;
const dummyHash = (): Promise<string> => (cachedDummyHash ??= hash('a password that no one has', COST));

/** Codes of an authenticator app (RFC 6238), on real time: six digits, 30 seconds, one period of tolerance. */

const PERIOD_SECONDS = 30;

const totpOf = (secret: string, issuer: string, label: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_SECONDS });

/** For `encrypt`. */
export const placeOfSecret = (accountId: number): Place => ({
  purpose: 'authenticator secret',
  row: `staff:${accountId}`,
});

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
