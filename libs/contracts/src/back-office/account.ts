import * as z from 'zod/mini';
import { newPasskey } from './passkeys.ts';
import { LOGIN_MESSAGES, staffPassword } from './sign-in.ts';

/** Changes that staff make to their own sign-in. */

/** The maximum per account. */
export const MOST_PASSKEYS = 10;

/** POST /api/admin/account/passkeys/options and /api/admin/account/passkeys/{id}/remove require the account's password again. */
export const ownPasswordBody = z.object({ password: staffPassword });
export type OwnPasswordBody = z.infer<typeof ownPasswordBody>;

export const passkeyName = z.pipe(
  z.pipe(
    z.string(LOGIN_MESSAGES.passkeyName),
    z.transform((name) => name.trim()),
  ),
  z.string().check(z.minLength(1, LOGIN_MESSAGES.passkeyName), z.maxLength(60, LOGIN_MESSAGES.passkeyName)),
);

/** POST /api/admin/account/passkeys: 200 {success: true}, 400 {error, fields?}, 409 {error}. */
export const newPasskeyBody = z.object({ name: passkeyName, passkey: newPasskey });
export type NewPasskeyBody = z.infer<typeof newPasskeyBody>;
