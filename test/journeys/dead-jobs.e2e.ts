/** Jobs that failed for good, in the work queue. */
import type { Page } from '@playwright/test';
import { aDeadLetter, aTrial, deadLettersOf, lastAttemptNow, retryNow } from '../builders/index.ts';
import { expect, expectAccessible, expectAccessibleAndFitting, refused, test } from '../drivers/index.ts';

const jobOf = (page: Page, subjectId: number) => page.getByRole('listitem').filter({ hasText: String(subjectId) });

test('A dead job is found by the health of the service, whose failed read is said, and retried after its cause is fixed', async ({
  staff,
  pastor,
  page,
  stack,
  outages,
  allow,
}) => {
  allow(refused(503));
  await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
  await pastor.viaApi.provesPhone();
  await pastor.viaApi.savesCard();
  const { id } = pastor.viaApi;
  await expect.poll(() => lastAttemptNow(stack, 'openAccount', id)).toBe(1);
  await expect.poll(() => deadLettersOf(stack, id), { timeout: 30_000 }).toHaveLength(1);
  await staff.isSignedInAs('support');
  await outages.answer('admin/health', 503, { error: 'Not now.' });
  await page.goto('/trials');
  const failed = page.getByText('How the service is doing could not be read.');
  await expect(failed).toBeVisible();
  // The next change in the queue reads it again.
  await expect(async () => {
    for (const action of ['take', 'release']) await page.request.post(`/api/admin/queue/signup/${id}/${action}`);
    await expect(failed).toBeHidden({ timeout: 1000 });
  }).toPass();
  const health = page.getByRole('region', { name: 'Health' });
  await health.getByRole('link', { name: 'Look at dead jobs' }).click();
  const job = jobOf(page, id);
  await expect(page.getByRole('region', { name: 'Opening an account' })).toContainText('Stripe does not answer');
  await expect(job).toContainText('2 attempts');
  const { firstName, lastName } = pastor.details;
  const link = job.getByRole('link', { name: `${firstName} ${lastName}` });
  await expect(link).toHaveAttribute('href', `/trials/${id}`);
  await expectAccessibleAndFitting(page, 'dead jobs');
  await stack.sandbox.heal();
  await job.getByRole('button', { name: /^Retry/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).dblclick();
  await staff.toasts.says('Retrying');
  await expect(job).toHaveCount(0);
  await pastor.hasOneAccount();
});

test('Dead jobs of one cause are retried together with their progress, also after a reload, or dismissed together; one that a colleague has retried is gone', async ({
  staff,
  page,
  stack,
  allow,
}) => {
  allow(refused(404));
  const fails = async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    return { id, job: await aDeadLetter(stack, 'sendResumeLink', id) };
  };
  for (let count = 3; count > 0; count -= 1) await fails();
  await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
  await staff.isSignedInAs('support');
  await page.goto('/admin/queue');
  await page.getByRole('region', { name: 'Dead jobs' }).getByRole('link', { name: 'Mailing the resume link' }).click();
  await expect(page).toHaveURL(/\?group=deadJobs&cause=\d+$/);
  const cause = page.getByRole('region', { name: 'Mailing the resume link' });
  const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  await cause.getByRole('button', { name: 'Retry all 3' }).click();
  await inDialog('Retry').click();
  await expect(page.getByText('Mailing the resume link: 0 of 3 retried jobs done')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Mailing the resume link: 0 of 3 retried jobs done')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Retrying: Mailing the resume link' })).toBeVisible();
  await expectAccessible(page, 'dead jobs that are retried');
  await page.getByRole('link', { name: 'The whole queue' }).click();
  await expect(page.getByText('Mailing the resume link: 0 of 3 retried jobs done')).toBeVisible();
  await stack.sandbox.heal();
  await expect
    .poll(
      async () => {
        await retryNow(stack, 'sendResumeLink');
        return page.getByText('Mailing the resume link: 3 of 3 retried jobs done').count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await expect(page.getByRole('link', { name: 'Mailing the resume link' })).toHaveCount(0);

  const [{ id, job }] = [await fails(), await fails(), await fails()];
  await page.goto('/admin/queue?group=deadJobs');
  await jobOf(page, id)
    .getByRole('button', { name: /^Retry/ })
    .click();
  expect((await page.request.post('/api/admin/dead-jobs/retry', { data: { ids: [job] } })).ok()).toBe(true);
  await inDialog('Retry').click();
  await expect(page.getByRole('alert')).toContainText('There is no such job.');
  await page.keyboard.press('Escape');
  await expect(jobOf(page, id)).toHaveCount(0);

  await expect(cause).toContainText('No one');
  await page.keyboard.press('j');
  while (!(await cause.locator(':focus').count())) await page.keyboard.press('j');
  await page.keyboard.press('t');
  await expect(cause.getByRole('button', { name: 'Release' })).toBeVisible();
  await cause.getByRole('button', { name: 'Snooze' }).click();
  await inDialog('Snooze').click();
  await expect(cause).toHaveCount(0);
  await page.getByRole('link', { name: 'Snoozed', exact: true }).click();
  await expect(cause).toContainText('Snoozed until');
  await expect(cause).toContainText('You');
  await cause.getByRole('button', { name: 'Dismiss all 2' }).click();
  await inDialog('Dismiss').click();
  await staff.toasts.says('Dismissed', 'Mailing the resume link: 2 jobs.');
  await expect(cause).toHaveCount(0);
});
