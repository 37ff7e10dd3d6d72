import type { ExportRow, ListRead } from '@lampstand/contracts/back-office';

/** The names of the lists in the audit. */
export const LIST_NAMES: Record<ExportRow['list'] | ListRead, string> = {
  'trial-signups': 'Trial signups',
  'incomplete-trials': 'Incomplete trials',
  ambassadors: 'Ambassador applications',
  'trial-requests': 'Trial requests',
  newsletter: 'Newsletter subscribers',
  board: 'Board, months',
  'board-states': 'Board, states',
  users: 'Accounts',
  funnel: 'Reports',
  queue: 'Queue',
  find: 'Search of everything',
  privacy: 'Privacy requests',
};
