import * as z from 'zod/mini';
import { passkeyProof, type PasskeyRequest } from './passkeys.ts';

/** Sign-in to the back office, roles and permissions. */

export const ROLES = ['administrator', 'support'] as const;
export type Role = (typeof ROLES)[number];

/** Support reads and runs support actions; only administrators export lists and decide applications. */
const RIGHTS = {
  read: ['administrator', 'support'],
  reveal: ['administrator', 'support'],
  repair: ['administrator', 'support'],
  export: ['administrator'],
  decide: ['administrator'],
  audit: ['administrator'],
  /** Finding, handing over and erasing what is stored about a person. */
  privacy: ['administrator'],
  /** Inviting members of staff and changing their accounts. */
  staff: ['administrator'],
  /** The staff member's own sign-in: the only permission until a required second factor is added. */
  account: ['administrator', 'support'],
} satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof RIGHTS;

export const may = (role: Role, right: Right): boolean => (RIGHTS[right] as readonly Role[]).includes(role);

/** Whether a role sees masked data until it reveals a person. It finds phones and emails only by their full value. */
export const isMasked = (role: Role): boolean => role !== 'administrator';

export interface StaffMember {
  email: string;
  role: Role;
  /** The account must add a second factor; until then every other call is a 403 with `secondFactorRequired`. */
  secondFactorRequired?: true;
}

/** GET /api/admin/check-auth is always 200; `staff` is the signed-in account. */
export interface AuthCheck {
  isAuthenticated: boolean;
  staff?: StaffMember;
}

export const LOGIN_MESSAGES = {
  email: 'Valid email is required',
  password: 'Password is required',
  totp: 'Please enter the 6-digit code of your authenticator app',
  passkeyName: 'A name of 1 to 60 characters is required',
  wrongCode: 'This is not the code that the app shows now',
  notYourPassword: 'This is not your password',
} as const;

export const staffPassword = z
  .string(LOGIN_MESSAGES.password)
  .check(z.minLength(1, LOGIN_MESSAGES.password), z.maxLength(1000, LOGIN_MESSAGES.password));

/** After a correct password: the second factors of the account. Either is enough. */
export interface SecondFactorAsked {
  totpRequired?: true;
  /** Options for `navigator.credentials.get`; its result is sent as `passkey` with the same email and password. */
  passkeyRequired?: PasskeyRequest;
}

/** POST /api/admin/login: 200 {success: true}, 401 {error, totpRequired?, passkeyRequired?}, 429 {error, retryAt}. */
export const adminLoginBody = z.object({
  email: z.pipe(
    z.pipe(
      z.string(LOGIN_MESSAGES.email),
      z.transform((value) => value.trim().toLowerCase()),
    ),
    z.string().check(z.maxLength(254, LOGIN_MESSAGES.email), z.email(LOGIN_MESSAGES.email)),
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
