import * as z from 'zod/mini';
import { emailOr, text } from '../text.ts';
import { passkeyProof } from './passkeys.ts';

export const LOGIN_MESSAGES = {
  email: 'Valid email is required',
  password: 'Password is required',
  totp: 'Please enter the 6-digit code of your authenticator app',
  passkeyName: 'A name of 1 to 60 characters is required',
  staffName: 'A name of 2 to 60 characters is required',
  wrongCode: 'This is not the code that the app shows now',
  notYourPassword: 'This is not your password',
} as const;

export const staffPassword = z
  .string(LOGIN_MESSAGES.password)
  .check(z.minLength(1, LOGIN_MESSAGES.password), z.maxLength(1000, LOGIN_MESSAGES.password));

export const staffName = text(LOGIN_MESSAGES.staffName, { min: 2, max: 60, name: true });

/** POST /api/admin/login: 200 {success: true}, 401 {error, totpRequired?, passkeyRequired?}, 429 {error, retryAt}. */
export const adminLoginBody = z.object({
  email: z.pipe(
    emailOr(LOGIN_MESSAGES.email),
    z.transform((value) => value.toLowerCase()),
  ),
  password: staffPassword,
  totp: z.optional(z.string(LOGIN_MESSAGES.totp).check(z.regex(/^\s*(\d{3}\s?\d{3})?\s*$/, LOGIN_MESSAGES.totp))),
  passkey: z.optional(passkeyProof),
});
export type AdminLoginBody = z.infer<typeof adminLoginBody>;

/** POST /api/admin/check-auth, the database page's own secret: 200 {isAuthenticated}. */
export const databasePasswordBody = z.object({
  password: z.string(LOGIN_MESSAGES.password).check(z.maxLength(1000, LOGIN_MESSAGES.password)),
});
