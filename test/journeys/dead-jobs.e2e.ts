import type { Page } from '@playwright/test';
import { expect, hasNoBarriers, refused, test } from '../drivers/index.ts';
import type { Stack } from '../support/index.ts';

/** Lets the next attempt of a job be its last one, and waits until it has failed for good. */
const failsForGood = async (stack: Stack, queue: string, subjectId: number): Promise<string> => {
  const spent = `UPDATE pgboss.job SET retry_count = retry_limit, start_after = now()
                  WHERE name = $1 AND data->>'subjectId' = $2 AND state = 'retry' RETURNING id`;
  const dead = `SELECT id FROM pgboss.job WHERE name = 'deadLetters' AND data->>'subjectId' = $1 AND state = 'created'`;
  const subject = String(subjectId);
  await expect.poll(() => stack.query(spent, [queue, subject])).toHaveLength(1);
  await expect.poll(() => stack.query(dead, [subject]), { timeout: 30_000 }).toHaveLength(1);
  const [{ id }] = await stack.query(dead, [subject]);
  return id;
};

const jobOf = (page: Page, subjectId: number) => page.getByRole('listitem').filter({ hasText: String(subjectId) });

test('A dead job is read, and retried once its cause is mended', async ({ desk, pastor, page, stack }) => {
  await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
  await pastor.elsewhere.provesPhone();
  await pastor.elsewhere.savesCard();
  const { id } = pastor.elsewhere;
  await failsForGood(stack, 'openAccount', id);
  await desk.isSignedInAs('support');
  await page.goto('/trials');
  const health = page.getByRole('region', { name: 'Health' });
  await expect(health).toHaveClass(/loud/);
  await health.getByRole('link', { name: 'Look at dead jobs' }).click();
  const job = jobOf(page, id);
  await expect(job).toContainText('Opening an account');
  await expect(job).toContainText('PaymentFailed');
  await expect(job).toContainText('13 attempts');
  await expect(job.getByRole('link', { name: String(id) })).toHaveAttribute('href', `/trials/${id}`);
  await hasNoBarriers(page, 'dead jobs');
  await stack.sandbox.heal();
  await job.getByRole('button', { name: /^Retry/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).dblclick();
  await desk.toasts.says('Retrying');
  await expect(job).toHaveCount(0);
  await pastor.hasOneAccount();
});

test('A job that somebody else has retried is gone, and the page says so', async ({
  desk,
  pastor,
  page,
  stack,
  allow,
}) => {
  allow(refused(404));
  await pastor.elsewhere.provesPhone();
  const { id } = pastor.elsewhere;
  await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
  await pastor.elsewhere.call('send-resume-link');
  const job = await failsForGood(stack, 'sendResumeLink', id);
  await desk.isSignedInAs();
  await page.goto('/admin/dead-jobs');
  await jobOf(page, id)
    .getByRole('button', { name: /^Retry/ })
    .click();
  expect((await page.context().request.post(`/api/admin/dead-jobs/${job}/retry`, { data: {} })).ok()).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toContainText('There is no such job.');
  await page.keyboard.press('Escape');
  await expect(jobOf(page, id)).toHaveCount(0);
});

test('The health strip is read again each minute, only while it is looked at', async ({
  desk,
  page,
  outages,
  allow,
}) => {
  allow(refused(503));
  let reads = 0;
  await page.clock.install();
  page.on('request', (request) => {
    if (request.url().endsWith('/api/admin/health')) reads += 1;
  });
  await desk.isSignedInAs('support');
  await outages.answer('admin/health', 503, { error: 'Not now.' });
  await page.goto('/trials');
  const health = page.getByRole('region', { name: 'Health' });
  await expect(health).toContainText('How the service is doing could not be read.');
  expect(reads).toBe(1);
  await page.clock.runFor(61_000);
  await expect(health).toContainText('Codes in the last hour');
  expect(reads).toBe(2);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await page.clock.runFor(180_000);
  expect(reads).toBe(2);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => reads).toBe(3);
});
