/**
 * Every page of the back office has no word of our code or of a provider's. The soak adds an entry of each kind, each group and
 * each state; in the gate flows/audit-table.spec reads the audit, the timelines, the diagnoses and the files.
 */
import { MEMBER_STATES, QUEUE_KINDS, SIGNUP_STATES, TRIAL_COLUMNS } from '@lampstand/contracts/back-office';
import { STAFF_PAGES } from '../../apps/web/app/back-office/pages.ts';
import { seedDatabase } from '../../tools/seed/seed-database.ts';
import {
  aDeadLetter,
  aFailingProvider,
  aStoredApplication,
  aStoredRequest,
  aStoredSubscription,
  aTrial,
  oneOfEachEntry,
  timeOf,
} from '../builders/index.ts';
import { codeWords, expect, idleNetwork, readableText, refused, test as base } from '../drivers/index.ts';
import { auditedCalls } from '../flows/audited-calls.ts';
import { startStack } from '../support/stack.mjs';
import type { Stack } from '../support/index.ts';

// Sweeps would erase what is old and would ask the provider about what it does not know.
const test = base.extend<object, { stack: Awaited<ReturnType<typeof startStack>> }>({
  stack: [
    async ({}, use) => {
      const stack = await startStack({
        apis: 1,
        env: { SWEEP_INTERVAL_SECONDS: '3600' },
      });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const FULL = !!process.env['THOROUGH'];

/** A sign-up, a member, an application and a request. */
async function oneOfEachKind(stack: Stack) {
  const signup = await aTrial(stack, { state: 'billingInformation' });
  const member = await aTrial(stack, { state: 'success' });
  const at = await timeOf(stack);
  await aStoredSubscription(stack, { id: member.id, state: 'pastDue', at });
  const application = await aStoredApplication(stack);
  await aStoredRequest(stack, { id: 1 });
  return { signups: [signup.id, member.id], applications: [application.id], requests: [1] };
}

/** Records of every kind. Returns those whose pages are read. */
async function aBackOfficeInUse(stack: Stack) {
  await seedDatabase(stack.databaseUrl, { trials: FULL ? 3000 : 300 });
  if (FULL) for (const { does } of auditedCalls(stack)) await does();
  const made = await (FULL ? oneOfEachEntry(stack) : oneOfEachKind(stack));
  const [signup] = made.signups;
  await aDeadLetter(stack, 'openAccount', signup!, { kind: 'PaymentFailed' });
  await aDeadLetter(stack, 'sendWelcomeMail', signup!, { kind: 'Error', code: 'EMESSAGE' });
  for (const step of ['sendCode', 'checkCode', 'cardForm', 'plan']) await aFailingProvider(stack, step, 3);
  return made;
}

const COLUMNS = TRIAL_COLUMNS.join();
const LISTS = [
  `/admin?columns=${COLUMNS}`,
  '/admin/trial-requests?state=all',
  '/admin/ambassadors?state=all',
  ...(FULL
    ? [
        ...QUEUE_KINDS.map((group) => `/admin/queue?group=${group}`),
        ...[...SIGNUP_STATES, ...MEMBER_STATES].map((state) => `/admin?state=${state}&columns=${COLUMNS}`),
      ]
    : []),
];

test('No page of the back office has a word of our code or of a provider’s', async ({ staff, page, stack, allow }) => {
  if (FULL) test.setTimeout(600_000);
  // The page of an invitation, without its link.
  allow(refused(410, 'password-link'));
  const made = await aBackOfficeInUse(stack);
  const records: Record<string, (number | string)[]> = {
    '/trials/_': made.signups,
    '/admin/ambassadors/_': made.applications,
    '/admin/trial-requests/_': made.requests,
  };
  const pages = Object.values(STAFF_PAGES).flatMap(({ path }) =>
    path.endsWith('_') ? records[path]!.map((id) => path.replace('_', String(id))) : [path],
  );
  await staff.isSignedInAs();
  const idle = idleNetwork(page);
  const found: string[] = [];
  const reads = async (path: string) => {
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    await idle();
    await expect(page.locator('.spinner, [aria-busy=true]'), path).toHaveCount(0);
    found.push(...codeWords(await readableText(page)).map((word) => `${path}: ${word}`));
  };
  for (const path of [...pages, ...LISTS]) {
    await page.goto(path);
    await reads(path);
  }
  if (FULL) {
    await page.goto('/admin/audit');
    const next = page.getByRole('button', { name: 'Next' });
    for (let pages = 1; await next.isEnabled(); pages += 1) {
      await next.click();
      await expect(page).toHaveURL(new RegExp(`page=${pages + 1}`));
      await reads(page.url());
    }
    expect(page.url()).toContain('page=');
  }
  expect(found).toEqual([]);
});
