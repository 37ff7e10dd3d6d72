import * as z from 'zod/mini';
import { text } from '../text.ts';
import { ADMIN_ERRORS } from './messages.ts';
import { newPasskey } from './passkeys.ts';
import { LOGIN_MESSAGES, staffName, staffPassword } from './sign-in.ts';

/** Changes that staff make to their own sign-in. */

/** The maximum per account. */
export const MOST_PASSKEYS = 10;

/** POST /api/admin/account/passkeys/options and /api/admin/account/passkeys/{id}/remove require the account's password again. */
export const ownPasswordBody = z.object({ password: staffPassword });

export const passkeyName = text(LOGIN_MESSAGES.passkeyName, { min: 1, max: 60 });

/** POST /api/admin/account/passkeys: 200 {success: true}, 400 {error, fields?}, 409 {error}. */
export const newPasskeyBody = z.object({ name: passkeyName, passkey: newPasskey });
export type NewPasskeyBody = z.infer<typeof newPasskeyBody>;

/** POST /api/admin/account/name: 200 {success}, 400 or 409 with `fields.name`. */
export const ownNameBody = z.object({ name: staffName });

/** GET /api/admin/account */
export interface OwnAccount {
  authenticator: boolean;
  /** The last used first. */
  sessions: OwnSession[];
  /** Which build answered, for a report of a fault. */
  release: { version: string; commit: string };
}

export interface OwnSession {
  id: string;
  /** The one that asks. */
  current: boolean;
  createdAt: string;
  seenAt: string;
}

/** POST /api/admin/account/password: 200 {success}, 400 with `fields`. */
export const changePasswordBody = z.object({ password: staffPassword, newPassword: staffPassword });
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;

/** The answer of POST /api/admin/account/authenticator/options. */
export interface AuthenticatorOffer {
  /** Base32, to type by hand. */
  secret: string;
  /** The otpauth address, for the QR code. */
  uri: string;
  /** Sent back with the first code. */
  token: string;
}

/** POST /api/admin/account/authenticator: 200 {success}, 400 with `fields.code`, 410 when the offer is too old. */
export const newAuthenticatorBody = z.object({
  token: z.string(ADMIN_ERRORS.authenticatorOfferOver).check(z.maxLength(500, ADMIN_ERRORS.authenticatorOfferOver)),
  code: z.string(LOGIN_MESSAGES.totp).check(z.regex(/^\s*\d{3}\s?\d{3}\s*$/, LOGIN_MESSAGES.totp)),
});
export type NewAuthenticatorBody = z.infer<typeof newAuthenticatorBody>;
