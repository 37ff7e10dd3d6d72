import { expect, hasNoBarriers, refused, test } from '../drivers/index.ts';
import type { Stack } from '../support/index.ts';

/** A job that has failed for good, as the queue leaves it. */
const aDeadJob = async (stack: Stack, queue: string, subjectId: number): Promise<string> => {
  const [{ id }] = await stack.query(
    `INSERT INTO pgboss.job (name, data, output, retry_count) VALUES ('deadLetters', $1, $2, 12) RETURNING id`,
    [{ subjectId, requestId: 'test', queue }, { message: '{"error":"StripeConnectionError"}' }],
  );
  return id;
};

const jobOf = (page: import('@playwright/test').Page, subjectId: number) =>
  page.getByRole('listitem').filter({ hasText: String(subjectId) });

test('A dead job is read, and retried once its cause is mended', async ({ desk, pastor, page, stack }) => {
  await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
  await pastor.elsewhere.provesPhone();
  await pastor.elsewhere.savesCard();
  const { id } = pastor.elsewhere;
  await aDeadJob(stack, 'openAccount', id);
  await desk.isSignedInAs('support');
  await page.goto('/trials');
  const health = page.getByRole('region', { name: 'Health' });
  await expect(health).toHaveClass(/loud/);
  await health.getByRole('link', { name: 'Look at dead jobs' }).click();
  const job = jobOf(page, id);
  await expect(job).toContainText('Opening an account');
  await expect(job).toContainText('StripeConnectionError');
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
  const job = await aDeadJob(stack, 'sendResumeLink', id);
  await desk.isSignedInAs();
  await page.goto('/admin/dead-jobs');
  await jobOf(page, id)
    .getByRole('button', { name: /^Retry/ })
    .click();
  await stack.query('DELETE FROM pgboss.job WHERE id = $1', [job]);
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toContainText('There is no such job.');
  await page.keyboard.press('Escape');
  await expect(jobOf(page, id)).toHaveCount(0);
});

test('The health strip is read again each minute, only while it is looked at', async ({ desk, page }) => {
  let reads = 0;
  await page.clock.install();
  page.on('request', (request) => {
    if (request.url().endsWith('/api/admin/health')) reads += 1;
  });
  await desk.isSignedInAs('support');
  await page.goto('/trials');
  await expect(page.getByRole('region', { name: 'Health' })).toContainText('Codes in the last hour');
  expect(reads).toBe(1);
  await page.clock.runFor(61_000);
  await expect.poll(() => reads).toBe(2);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await page.clock.runFor(180_000);
  expect(reads).toBe(2);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => reads).toBe(3);
});
