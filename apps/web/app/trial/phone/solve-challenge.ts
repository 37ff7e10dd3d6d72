import type { ErrorBody } from '@lampstand/contracts';
import type { Challenge } from 'altcha-lib';
import { loadPart } from '../../lib/parts.ts';

/** Solves a proof-of-work challenge in seconds. Returns base64 of Altcha's payload; throws when it takes too long. Loaded on demand. */
export async function solveChallenge(challenge: NonNullable<ErrorBody['challenge']>): Promise<string> {
  const [altcha, { deriveKey }] = await loadPart(() =>
    Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/web/pbkdf2')]),
  );
  const solution = await altcha.solveChallenge({ challenge: challenge as Challenge, deriveKey });
  if (!solution) throw new Error('The proof of work took too long');
  return btoa(JSON.stringify({ challenge, solution }));
}
