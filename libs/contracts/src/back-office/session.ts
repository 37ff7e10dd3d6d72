import type { PasskeyRequest } from './passkeys.ts';

/** The session of a member of staff, roles and permissions. What a sign-in sends is in `sign-in.ts`. */

export const ROLES = ['administrator', 'support'] as const;
export type Role = (typeof ROLES)[number];

/** Support reads and runs support actions; only administrators export lists and decide applications. */
const RIGHTS = {
  read: ['administrator', 'support'],
  reveal: ['administrator', 'support'],
  /** Support actions, notes, mails and the work queue. */
  'support-actions': ['administrator', 'support'],
  refund: ['administrator'],
  export: ['administrator'],
  decide: ['administrator'],
  audit: ['administrator'],
  /** Finding, handing over and erasing what is stored about a person. */
  privacy: ['administrator'],
  /** Inviting members of staff and changing their accounts. */
  staff: ['administrator'],
  /** Setting how many codes strangers get. */
  limits: ['administrator'],
  /** The counts and accounts of the database page, which also asks for its own password. */
  database: ['administrator'],
  /** The staff member's own sign-in: the only permission until a required second factor is added. */
  account: ['administrator', 'support'],
} satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof RIGHTS;

export const may = (role: Role, right: Right): boolean => (RIGHTS[right] as readonly Role[]).includes(role);

/** Whether a role sees masked data until it reveals a person. It finds phones and emails only by their full value. */
export const isMasked = (role: Role): boolean => role !== 'administrator';

export interface StaffMember {
  email: string;
  /** No colleague has the same one. */
  name: string;
  role: Role;
  /** The account must add a second factor; until then every other call is a 403 with `secondFactorRequired`. */
  secondFactorRequired?: true;
}

/** GET /api/admin/check-auth is always 200; `staff` is the signed-in account. */
export interface AuthCheck {
  isAuthenticated: boolean;
  staff?: StaffMember;
}

/** After a correct password: the second factors of the account. Either is enough. */
export interface SecondFactorPrompt {
  totpRequired?: true;
  /** Options for `navigator.credentials.get`; its result is sent as `passkey` with the same email and password. */
  passkeyRequired?: PasskeyRequest;
}
