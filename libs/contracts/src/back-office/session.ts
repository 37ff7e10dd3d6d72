import * as z from 'zod/mini';

/** Signing in to the back office, and who may do what there. */

export const ROLES = ['administrator', 'support'] as const;
export type Role = (typeof ROLES)[number];

/** Support reads and repairs; lists leave the house, and decisions are made, only by administrators. */
const RIGHTS = {
  read: ['administrator', 'support'],
  reveal: ['administrator', 'support'],
  repair: ['administrator', 'support'],
  export: ['administrator'],
  decide: ['administrator'],
  audit: ['administrator'],
} satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof RIGHTS;

export const may = (role: Role, right: Right): boolean => (RIGHTS[right] as readonly Role[]).includes(role);

/** A role that sees people masked until it reveals one. It searches phones and e-mails only by what it knows whole. */
export const isMasked = (role: Role): boolean => role !== 'administrator';

export interface StaffMember {
  email: string;
  role: Role;
}

/** GET /api/admin/check-auth is always 200; `staff` tells who is signed in. */
export interface AuthCheck {
  isAuthenticated: boolean;
  staff?: StaffMember;
}

export const LOGIN_MESSAGES = {
  email: 'Valid email is required',
  password: 'Password is required',
  totp: 'Please enter the 6-digit code of your authenticator app',
} as const;

/** POST /api/admin/login: 200 {success: true}, 401 {error, totpRequired?}, 429 {error, retryAt}. */
export const adminLoginBody = z.object({
  email: z.pipe(
    z.pipe(
      z.string(LOGIN_MESSAGES.email),
      z.transform((value) => value.trim().toLowerCase()),
    ),
    z.string().check(z.maxLength(254, LOGIN_MESSAGES.email), z.email(LOGIN_MESSAGES.email)),
  ),
  password: z
    .string(LOGIN_MESSAGES.password)
    .check(z.minLength(1, LOGIN_MESSAGES.password), z.maxLength(1000, LOGIN_MESSAGES.password)),
  totp: z.optional(z.string(LOGIN_MESSAGES.totp).check(z.regex(/^\s*(\d{3}\s?\d{3})?\s*$/, LOGIN_MESSAGES.totp))),
});
export type AdminLoginBody = z.infer<typeof adminLoginBody>;

/** POST /api/admin/check-auth, the database page's own secret: 200 {isAuthenticated}. */
export const databasePasswordBody = z.object({
  password: z.string(LOGIN_MESSAGES.password).check(z.maxLength(1000, LOGIN_MESSAGES.password)),
});
