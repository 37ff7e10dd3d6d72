/** Answers of the help center in the order of its list; texts and titles are in `content/help`. */
export const HELP_TASKS = [
  'sign-in',
  'invite-students',
  'consent-form',
  'move-a-group',
  'add-a-ministry',
  'change-plan-or-card',
  'cancel',
  'export-or-delete-data',
] as const;
