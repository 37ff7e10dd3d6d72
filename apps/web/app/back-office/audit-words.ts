import { dollars, MAIL_KINDS, mailKindOf, repeatedKindOf } from '@lampstand/contracts';
import {
  type AuditAction,
  type AuditRow,
  REFUND_REASONS,
  type RefundReason,
  type Role,
  type SupportActionName,
} from '@lampstand/contracts/back-office';
import { count, counted } from './format.ts';
import { jobName, subjectPath } from './incidents/job-names.ts';
import { SUPPORT_ACTION_DIALOGS } from './inspector/support-action-dialogs.ts';
import { LIST_NAMES } from './lists/list-names.ts';
import { ROLE_NAMES } from './staff/role-names.ts';

/** The texts of an audit entry: action, details, and the record with its page. */

/** "Signed in", of "signed in". */
export const actionText = (action: AuditAction): string => action.replace(/^./, (first) => first.toUpperCase());

type Words = (row: AuditRow) => string;

const PARTS: Record<string, string> = {
  password: 'Wrong password',
  authenticator: 'Wrong code of the authenticator app',
  'authenticator missing': 'No code of the authenticator app yet',
  passkey: 'Wrong passkey',
  'passkey missing': 'No passkey yet',
};
const refusedPart: Words = ({ detail }) => PARTS[String(detail['part'])] ?? '';

const listName = (name: unknown): string => LIST_NAMES[name as keyof typeof LIST_NAMES] ?? '';
const listOf = ({ subject }: AuditRow): string => listName(subject?.replace(/^list:/, ''));

const role: Words = ({ detail }) => ROLE_NAMES[detail['role'] as Role];
const job: Words = ({ detail }) => jobName(String(detail['queue']));

const mail: Words = ({ detail }) => {
  const key = String(detail['mail']);
  const kind = repeatedKindOf(key) ?? mailKindOf(key);
  return kind ? MAIL_KINDS[kind].label : 'An email';
};

const HANDLED: Record<string, Words> = {
  take: () => 'Taken',
  'take-over': ({ colleague }) => (colleague ? `Taken over from ${colleague}` : 'Taken over'),
  assign: ({ colleague }) => `Assigned to ${colleague}`,
  release: () => 'Released',
  snooze: () => 'Snoozed',
  done: () => 'Done',
  reopen: () => 'Brought back',
  answer: () => 'Answered',
  'mark-answered': () => 'Marked as answered',
  'unmark-answered': () => 'Marked as not answered',
  close: () => 'Closed',
};
const handled: Words = (row) => HANDLED[String(row.detail['action'])]?.(row) ?? '';

const DECISIONS: Record<string, string> = {
  approve: 'Approved',
  decline: 'Declined',
  undo: 'Undone',
};

const supportAction: Words = ({ detail }) => {
  const { label = 'An action of an earlier version' } =
    (SUPPORT_ACTION_DIALOGS as Partial<typeof SUPPORT_ACTION_DIALOGS>)[detail['action'] as SupportActionName] ?? {};
  const { amount, reason } = detail;
  return amount ? `${label}: ${dollars(Number(amount) * 100)}, ${REFUND_REASONS[reason as RefundReason]}` : label;
};

const erased: Words = ({ detail }) =>
  [
    [detail['applications'], 'application'],
    [detail['trialRequests'], 'trial request'],
    [detail['newsletterSubscriptions'], 'newsletter subscription'],
  ]
    .flatMap(([number, one]) => (number ? [counted(Number(number), String(one))] : []))
    .join(', ');

const DETAILS: Partial<Record<AuditAction, Words>> = {
  'signed in': ({ detail }) => `With ${detail['browser']}`,
  'sign-in refused': refusedPart,
  'passkey refused': refusedPart,
  searched: (row) =>
    `${listOf(row)}: ${counted(Number(row.detail['length']), 'letter')} typed, ${count(Number(row.detail['rows']))} found`,
  'list read': (row) => `${listOf(row)}: ${counted(Number(row.detail['rows']), 'row')}`,
  exported: ({ detail }) =>
    `${listName(detail['list'])}${detail['links'] ? ', with the links that unsubscribe each reader' : ''}`,
  'person handed over': ({ detail }) => counted(Number(detail['rows']), 'row'),
  'person erased': erased,
  'support action': supportAction,
  'support action refused': supportAction,
  'mail read': mail,
  'mail sent again': mail,
  decision: ({ detail }) => DECISIONS[String(detail['action'])] ?? '',
  'request handled': handled,
  'queue handled': handled,
  'view saved': ({ detail }) => (detail['shared'] ? 'For the whole team' : 'For oneself'),
  'job retried': job,
  'job dismissed': job,
  'code budget set': ({ detail }) =>
    `${count(Number(detail['from']))} before, ${count(Number(detail['to']))} codes a day now`,
  'account created': role,
  'role changed': role,
};

export const detailText: Words = (row) => DETAILS[row.action]?.(row) ?? '';

const PATHS: Record<string, string> = {
  trial: '/trials/',
  application: '/admin/ambassadors/',
  request: '/admin/trial-requests/',
};
const GONE: Record<string, string> = {
  trial: 'An erased person',
  application: 'An erased person',
  request: 'An erased person',
  view: 'A deleted view',
  cause: 'Failed jobs',
};

/** The name of what an entry is about, with the path of its page. */
export function aboutOf({ subject, about, detail }: AuditRow): { name: string; path?: string | undefined } {
  const [kind = '', id = ''] = subject?.split(':') ?? [];
  const path =
    kind === 'job'
      ? subjectPath({ queue: String(detail['queue']), subjectId: String(detail['subjectId']) })
      : PATHS[kind] && `${PATHS[kind]}${id}`;
  return { name: about ?? GONE[kind] ?? '', path };
}
