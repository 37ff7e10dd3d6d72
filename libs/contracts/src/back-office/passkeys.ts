import * as z from 'zod/mini';

/** Staff passkeys: WebAuthn requests and responses in their JSON form. */

const base64url = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[\w-]+$/));

const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') };

/** A new passkey, as `navigator.credentials.create` made it. */
export const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(16_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** An assertion, as `navigator.credentials.get` made it. */
export const passkeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
  }),
});
export type PasskeyProof = z.infer<typeof passkeyProof>;

/** The options of `navigator.credentials.get` in JSON; the challenge is valid once, for five minutes. */
export interface PasskeyRequest {
  challenge: string;
  rpId?: string;
  allowCredentials?: { id: string; type: string; transports?: string[] }[];
  userVerification?: 'required' | 'preferred' | 'discouraged';
  timeout?: number;
}

/** One of GET /api/admin/account/passkeys: the account's own, newest first; instants are ISO 8601 in UTC. */
export interface Passkey {
  id: number;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** Synced by its provider, so it survives the loss of the device. */
  backedUp: boolean;
}
