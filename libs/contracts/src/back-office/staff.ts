import * as z from 'zod/mini';
import { FIELD_MESSAGES } from '../messages.ts';
import { ownPasswordBody } from './account.ts';
import { ADMIN_ERRORS } from './messages.ts';
import { type Role, ROLES } from './session.ts';
import { adminLoginBody, staffName, staffPassword } from './sign-in.ts';

/** The accounts of the team, which administrators manage, and the mailed link that sets a password. */

const { email } = adminLoginBody.shape;
const role = z.enum(ROLES, FIELD_MESSAGES.required);

/** POST /api/admin/staff: `password` is that of the administrator who invites. */
export const inviteBody = z.object({ name: staffName, email, role, password: staffPassword });
export type InviteBody = z.infer<typeof inviteBody>;

/** Each POST /api/admin/staff/{id}/… A change that gives or takes access asks for the administrator's own password. */
export const STAFF_CHANGES = {
  'change-role': z.object({ role, password: staffPassword }),
  'send-password-link': ownPasswordBody,
  /** Mailed links end, too, as with every change. */
  'end-sessions': z.object({}),
  'reset-sign-in': ownPasswordBody,
  disable: ownPasswordBody,
  enable: ownPasswordBody,
} as const;
export type StaffChange = keyof typeof STAFF_CHANGES;
export const STAFF_CHANGE_NAMES = Object.keys(STAFF_CHANGES) as StaffChange[];

/** A row of GET /api/admin/staff. */
export interface StaffRow {
  id: number;
  email: string;
  name: string;
  role: Role;
  /** `invited`: the owner has not set a password yet. */
  state: 'active' | 'invited' | 'disabled';
  passkeys: number;
  authenticator: boolean;
  /** Browsers that are signed in now. */
  sessions: number;
  /** The newest mailed link to set a password, while it works: when and by whom it was sent. */
  link: { since: string; until: string; by: string } | null;
  /** The last sign-in; null before the first. */
  signedInAt: string | null;
  createdAt: string;
  /** The changes that are possible now. None of one's own account. */
  changes: StaffChange[];
  /** The tag of email, role and state, sent back as If-Match. */
  seen: string;
}

export const PASSWORD_LINK_DAYS = 7;

const token = z.string(ADMIN_ERRORS.passwordLinkInvalid).check(z.maxLength(500, ADMIN_ERRORS.passwordLinkInvalid));

/** POST /api/admin/password-link: 200 {email}, 410 when the link was used, has expired, or the account has changed since. */
export const passwordLinkBody = z.object({ token });
export interface PasswordLinkAnswer {
  email: string;
}

/** POST /api/admin/password: 200 {success}, 400 with `fields.password`, 410. */
export const newPasswordBody = z.object({ token, password: staffPassword });
export type NewPasswordBody = z.infer<typeof newPasswordBody>;
