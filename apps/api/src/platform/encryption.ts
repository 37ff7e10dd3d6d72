import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What encrypted bytes are for (each purpose has its own key) and what they belong to: in another place they do not decrypt. */
export interface Place {
  purpose: string;
  row: string;
}

/** IV, authentication tag and the encrypted content. */
export function encrypt(secret: string, place: Place, content: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(secret, place), iv).setAAD(Buffer.from(place.row));
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** Undefined when it was encrypted with none of the secrets or for another place. */
export function decrypt(secrets: readonly string[], place: Place, stored: Buffer): Buffer | undefined {
  for (const secret of secrets) {
    try {
      const decipher = createDecipheriv(ALGORITHM, keyOf(secret, place), stored.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(place.row))
        .setAuthTag(stored.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(stored.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    } catch {
      // Try the next secret.
    }
  }
  return undefined;
}

const keyOf = (secret: string, { purpose }: Place): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `lampstand ${purpose}`, 32));
