/** Every action that the audit log records. */
export const AUDIT_ACTIONS = [
  'signed in',
  'sign-in refused',
  'signed out',
  'searched',
  'list read',
  'person viewed',
  'revealed',
  'exported',
  'person handed over',
  'person erased',
  'reader unsubscribed',
  'support action',
  'support action refused',
  'note written',
  'mail read',
  'mail sent again',
  'decision',
  'request handled',
  'queue handled',
  'view saved',
  'view deleted',
  'job retried',
  'job dismissed',
  'code budget set',
  'database page unlocked',
  'database page refused',
  'account created',
  'account disabled',
  'account enabled',
  'role changed',
  'sessions ended',
  'sign-in reset',
  'password link sent',
  'password changed',
  'name changed',
  'authenticator required',
  'authenticator dropped',
  'authenticator added',
  'authenticator removed',
  'session ended',
  'passkey added',
  'passkey removed',
  'passkey refused',
  'passkeys dropped',
] as const;
/** Subjects of audit entries about reading and searching lists: `list:users`. */
export type ListRead =
  | 'trial-signups'
  | 'incomplete-trials'
  | 'trial-requests'
  | 'ambassadors'
  | 'newsletter'
  | 'users'
  | 'funnel'
  | 'queue'
  | 'find'
  | 'privacy';
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
