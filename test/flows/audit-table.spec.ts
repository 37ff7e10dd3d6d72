/**
 * Which entries of the audit log each call of the back office leaves that changes, reveals or hands out something; what staff
 * read of all these calls has no word of our code or of a provider's.
 * @slow
 */
import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS, type AuditRow, TRIAL_COLUMNS } from '@lampstand/contracts/back-office';
import { hasTag, isStarted, SUBSCRIPTION_STATES, TRIAL_STATES, trialSignup } from '@lampstand/workflows';
import { aboutOf, actionText, detailText } from '../../apps/web/app/back-office/audit-words.ts';
import { actorName, sentenceOf } from '../../apps/web/app/back-office/components/timeline-sentences.ts';
import {
  type Answer,
  aStoredSubscription,
  aTrial,
  auditEntries,
  describedCalls,
  oneOfEachEntry,
  signedIn,
  timeOf,
} from '../builders/index.ts';
import { codeWords } from '../drivers/plain-words.ts';
import { inProcessStack } from '../support/own-stack.ts';
import { auditedCalls } from './audited-calls.ts';

const stack = inProcessStack({ env: { SWEEP_INTERVAL_SECONDS: '1' } });
const CALLS = auditedCalls(stack);

/** POST calls that store nothing; `options` with a wrong password is in the table. */
const WITHOUT_EFFECT = ['POST /api/admin/password-link'];

/** Of `npm run admin`; see commands.spec. */
const OF_THE_COMMAND = ['authenticator required', 'authenticator dropped', 'passkeys dropped'];

const entriesOf = async ({ headers }: Answer): Promise<string> => {
  const entries = await auditEntries(stack, { request: headers.get('x-request-id') });
  return entries.map(({ action }) => action).join(', ');
};

describe('the audit log', () => {
  it.each(CALLS)('has the entries of $call $use: $entries', async ({ does, status, entries }) => {
    const answer = await does();
    expect({ status: answer.status, entries: await entriesOf(answer) }).toEqual({ status, entries });
  });

  it('has a row above for each call that may change something, and for each file', async () => {
    const { body } = await (await signedIn(stack)).get('/api/admin/docs-json');
    const described = Object.entries(body.paths as Record<string, object>)
      .filter(([path]) => /^\/api\/(admin|incomplete-trials)\//.test(path))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
      .filter((call) => /^POST|\/(export|download)$/.test(call));
    const known = new Set([...WITHOUT_EFFECT, ...CALLS.map(({ call }) => call)]);
    expect(described.filter((call) => !known.has(call))).toEqual([]);
    expect(described.length).toBeGreaterThan(35);
  });

  it('has each of its actions in a row above', () => {
    const seen = CALLS.flatMap(({ entries }) => entries.split(', '));
    expect([...new Set([...seen, ...OF_THE_COMMAND])].sort()).toEqual([...AUDIT_ACTIONS].sort());
  });
});

describe('what staff read of these calls, in plain words', () => {
  const expectPlain = (texts: [where: string, text: string][]) =>
    expect(texts.flatMap(([where, text]) => codeWords(text).map((word) => `${where}: ${word}`))).toEqual([]);

  it('is the audit', async () => {
    const admin = await signedIn(stack);
    const filter = { state: 'pastDue,unpaid', plan: 'tier_1_19', cardDeclined: 'do_not_honor', owner: 'me' };
    await admin.get(`/api/admin/trial-signups/export?${new URLSearchParams(filter).toString()}`);
    await admin.get('/api/admin/newsletter/export?status=pending');
    const rows: AuditRow[] = (await admin.get('/api/admin/audit?limit=1000')).body;
    expect(new Set(rows.map(({ action }) => action)).size).toBe(AUDIT_ACTIONS.length - OF_THE_COMMAND.length);
    expectPlain(rows.map((row) => [row.action, `${actionText(row.action)}\n${detailText(row)}\n${aboutOf(row).name}`]));
  });

  it('is the timeline and the diagnosis of a person in each state', async () => {
    const { get } = await signedIn(stack);
    const at = await timeOf(stack);
    for (const state of TRIAL_STATES) if (!hasTag(trialSignup, state, 'unsaved')) await aTrial(stack, { state });
    for (const state of SUBSCRIPTION_STATES.filter(isStarted)) {
      const { id } = await aTrial(stack, { state: 'success' });
      await aStoredSubscription(stack, { id, state, at, columns: { closes_at: '9999-01-01' } });
    }
    const { signups, applications } = await oneOfEachEntry(stack);
    const texts: [string, string][] = [];
    for (const path of [...signups.map((id) => `trials/${id}`), ...applications.map((id) => `ambassadors/${id}`)]) {
      const { timeline, diagnosis } = (await get(`/api/admin/${path}`)).body;
      for (const entry of timeline) texts.push([path, `${sentenceOf(entry)}\n${actorName(entry.actor)}`]);
      if (diagnosis) texts.push([path, `${diagnosis.what}\n${diagnosis.why}\n${diagnosis.next}`]);
    }
    expect(new Set(texts.map(([, text]) => text)).size).toBeGreaterThan(30);
    expectPlain(texts);
  });

  it('is each file', async () => {
    const admin = await signedIn(stack);
    const files = (await describedCalls(admin)).flatMap(([call]) => /^GET (.*\/export)$/.exec(call)?.[1] ?? []);
    expect(files.length).toBeGreaterThan(5);
    const texts: [string, string][] = [];
    for (const file of files) {
      const query = file.includes('trial-signups') ? `?columns=${TRIAL_COLUMNS.join()}` : '';
      texts.push([file, (await admin.get(`${file}${query}`)).text]);
    }
    expectPlain(texts);
  });
});
