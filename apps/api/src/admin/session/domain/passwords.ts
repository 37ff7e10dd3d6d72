import { hash, verify } from '@node-rs/argon2';

/** Passwords of staff: argon2id with OWASP's parameters (19 MiB, 2 passes); length is the rule, as NIST has it. */

export const SHORTEST_PASSWORD = 15;
const LONGEST_PASSWORD = 200;
const FEWEST_DIFFERENT = 6;

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Why somebody must not take this password, or undefined. */
export function weaknessOf(password: string, email: string): string | undefined {
  const characters = [...password];
  if (characters.length < SHORTEST_PASSWORD || characters.length > LONGEST_PASSWORD)
    return `A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`;
  if (new Set(characters).size < FEWEST_DIFFERENT) return 'A password has more than a few different characters.';
  if (password.toLowerCase().includes(email)) return 'A password does not hold the e-mail address.';
  return undefined;
}

export const hashOf = (password: string): Promise<string> => hash(password.normalize('NFC'), COST);

/** Takes as long for nobody's password as for somebody's, so that the time tells no account's existence. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodys()), password.normalize('NFC'));
  return matches && passwordHash !== undefined;
}

let nobodysHash: Promise<string> | undefined;
const nobodys = (): Promise<string> => (nobodysHash ??= hashOf('a password that nobody has'));
