/**
 * @slow
 * Every page and every file of the back office, with a record in each state and an entry of each kind, has no word of our code
 * or of a provider's.
 */
import { MEMBER_STATES, QUEUE_KINDS, SIGNUP_STATES, TRIAL_COLUMNS } from '@lampstand/contracts/back-office';
import { STAFF_PAGES } from '../../apps/web/app/back-office/pages.ts';
import { seedDatabase } from '../../tools/seed/seed-database.ts';
import { aDeadLetter, aFailingProvider, describedCalls, oneOfEachEntry, signedIn } from '../builders/index.ts';
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

/** Records, mails and entries of every kind. Returns the records whose pages show them. */
async function aBackOfficeInUse(stack: Stack) {
  await seedDatabase(stack.databaseUrl, { trials: 3000 });
  for (const { does } of auditedCalls(stack)) await does();
  const made = await oneOfEachEntry(stack);
  const [signup] = made.signups;
  await aDeadLetter(stack, 'openAccount', signup!, { kind: 'PaymentFailed' });
  await aDeadLetter(stack, 'sendWelcomeMail', signup!, { kind: 'Error', code: 'EMESSAGE' });
  for (const step of ['sendCode', 'checkCode', 'cardForm', 'plan']) await aFailingProvider(stack, step, 3);
  return made;
}

const LISTS = Object.values(STAFF_PAGES).map(({ path }) => path);

test('No page and no file of the back office has a word of our code or of a provider’s', async ({
  staff,
  page,
  stack,
  allow,
}) => {
  test.setTimeout(600_000);
  // The page of an invitation, without its link.
  allow(refused(410, 'password-link'));
  const made = await aBackOfficeInUse(stack);
  const records: Record<string, (number | string)[]> = {
    '/trials/_': made.signups,
    '/admin/ambassadors/_': made.applications,
    '/admin/trial-requests/_': made.requests,
  };
  const columns = TRIAL_COLUMNS.join();
  const paths = [
    ...LISTS.flatMap((path) =>
      path.endsWith('_') ? records[path]!.map((id) => path.replace('_', String(id))) : [path],
    ),
    ...QUEUE_KINDS.map((group) => `/admin/queue?group=${group}`),
    ...[...SIGNUP_STATES, ...MEMBER_STATES].map((state) => `/admin?state=${state}&columns=${columns}`),
    ...['answered', 'closed'].map((state) => `/admin/trial-requests?state=${state}`),
    ...['approved', 'declined', 'withdrawn'].map((state) => `/admin/ambassadors?state=${state}`),
  ];
  const found: string[] = [];
  const check = (where: string, text: string) => found.push(...codeWords(text).map((word) => `${where}: ${word}`));

  await staff.isSignedInAs();
  const idle = idleNetwork(page);
  const admin = await signedIn(stack);
  const files = (await describedCalls(admin))
    .map(([call]) => call)
    .filter((call) => /^GET .*\/export$/.test(call))
    .map((call) => call.slice('GET '.length));
  expect(files.length).toBeGreaterThan(5);
  const filter = new URLSearchParams({
    state: 'pastDue,unpaid',
    plan: 'tier_1_19',
    cardDeclined: 'do_not_honor',
    owner: 'me',
  });
  await admin.get(`/api/admin/trial-signups/export?${filter.toString()}`);
  await admin.get('/api/admin/newsletter/export?status=pending');
  for (const file of files) {
    const query = file.includes('trial-signups') ? `?columns=${columns}` : '';
    check(file, (await admin.get(`${file}${query}`)).text);
  }
  const reads = async (path: string) => {
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    await idle();
    await expect(page.locator('.spinner, [aria-busy=true]'), path).toHaveCount(0);
    check(path, await readableText(page));
  };
  for (const path of paths) {
    await page.goto(path);
    await reads(path);
  }
  await page.goto('/admin/audit');
  const next = page.getByRole('button', { name: 'Next' });
  for (let pages = 1; await next.isEnabled(); pages += 1) {
    await next.click();
    await expect(page).toHaveURL(new RegExp(`page=${pages + 1}`));
    await reads(page.url());
  }
  expect(page.url()).toContain('page=');
  expect(found).toEqual([]);
});
