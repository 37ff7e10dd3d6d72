import { hkdfSync } from 'node:crypto';
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock/clock.ts';
import { minutesAfter } from '../platform/clock/instants.ts';
import { Settings } from '../platform/config/index.ts';

/** Altcha's challenge: on average 256 keys of PBKDF2 are tried, about a second of a laptop and three of a cheap phone. */
const PUZZLE = { algorithm: 'PBKDF2/SHA-256', cost: 5000, keyPrefix: '00', deriveKey } as const;
const LIFE_MINUTES = 10;

/**
 * A calculation that costs a browser seconds and the server milliseconds, for visitors who would otherwise get no code. A challenge
 * is for one sign-up and ten minutes; who accepts a solution counts its nonce, so that it is used once.
 */
@Injectable()
export class ProofOfWork {
  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async challenge(trialId: number): Promise<Challenge> {
    const until = minutesAfter(this.clock.now(), LIFE_MINUTES).getTime();
    const [secret] = this.settings.linkSecrets.map(keyOf);
    return createChallenge({ ...PUZZLE, data: { trialId, until }, hmacSignatureSecret: secret! });
  }

  /** The nonce of a solved challenge of this sign-up. Undefined for anything else. `work`: base64 of Altcha's payload. */
  async nonceOf(trialId: number, work: string): Promise<string | undefined> {
    const payload = parsed(work);
    if (!payload) return undefined;
    const { parameters } = payload.challenge;
    if (parameters.data?.['trialId'] !== trialId || Number(parameters.data['until']) <= this.clock.now().getTime())
      return undefined;
    for (const hmacSignatureSecret of this.settings.linkSecrets.map(keyOf))
      if ((await verifySolution({ ...payload, deriveKey, hmacSignatureSecret })).verified) return parameters.nonce;
    return undefined;
  }
}

/** Null unless it has the form of Altcha's payload; what it says is believed only with its signature. */
function parsed(work: string): Payload | null {
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(work, 'base64').toString()) as Partial<Payload>;
    const signed = typeof challenge?.signature === 'string' && typeof challenge.parameters?.nonce === 'string';
    return signed && typeof solution?.derivedKey === 'string' ? { challenge, solution } : null;
  } catch {
    return null;
  }
}

const keyOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'lampstand proof of work', 32)).toString('base64url');
