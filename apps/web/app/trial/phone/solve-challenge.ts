import type { ErrorBody } from '@lampstand/contracts';
import type { Challenge } from 'altcha-lib';

/** Does the calculation of a challenge, in seconds: base64 of Altcha's payload. Loaded when it is needed. Throws when it takes too long. */
export async function solveChallenge(challenge: NonNullable<ErrorBody['challenge']>): Promise<string> {
  const [altcha, { deriveKey }] = await Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/web/pbkdf2')]);
  const solution = await altcha.solveChallenge({ challenge: challenge as Challenge, deriveKey });
  if (!solution) throw new Error('The calculation took too long');
  return btoa(JSON.stringify({ challenge, solution }));
}
