/** Everything that the audit knows how to tell; the server writes nothing else into it. */
export const AUDIT_ACTIONS = [
  'signed in',
  'sign-in refused',
  'signed out',
  'revealed',
  'exported',
  'repair',
  'repair refused',
  'note written',
  'decision',
  'job retried',
  'database page unlocked',
  'database page refused',
  'account created',
  'account disabled',
  'account enabled',
  'password changed',
  'authenticator required',
  'authenticator dropped',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
