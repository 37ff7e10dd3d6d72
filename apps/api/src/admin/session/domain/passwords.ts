import { hash, verify } from '@node-rs/argon2';

/** Passwords of staff: argon2id with OWASP's parameters (19 MiB, 2 passes), at least 15 characters, no other rule. */

export const SHORTEST_PASSWORD = 15;
export const LONGEST_PASSWORD = 200;

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashOf = (password: string): Promise<string> => hash(password.normalize('NFKC'), COST);

/** Takes as long for nobody's password as for somebody's, so that the time tells no account's existence. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await NOBODYS), password.normalize('NFKC'));
  return matches && passwordHash !== undefined;
}

const NOBODYS = hashOf('a password that nobody has');
