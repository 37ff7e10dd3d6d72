/** Jobs that failed for good, in the work queue. */
import type { Page } from '@playwright/test';
import { aTrial, callsTo, deadLettersOf, lastAttemptNow, retryNow } from '../builders/index.ts';
import { expect, expectAccessible, expectAccessibleAndFitting, refused, test } from '../drivers/index.ts';
import type { Stack } from '../support/index.ts';

/** Makes the next attempt of a job its last one, and waits for the dead letter. */
const failsForGood = async (stack: Stack, queue: string, subjectId: number): Promise<string> => {
  await expect.poll(() => lastAttemptNow(stack, queue, subjectId)).toBe(1);
  await expect.poll(() => deadLettersOf(stack, subjectId), { timeout: 30_000 }).toHaveLength(1);
  return (await deadLettersOf(stack, subjectId))[0]!.id;
};

const jobOf = (page: Page, subjectId: number) => page.getByRole('listitem').filter({ hasText: String(subjectId) });

test(
  'A dead job is listed, and retried after its cause is fixed',
  { tag: '@smoke' },
  async ({ staff, pastor, page, stack }) => {
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
    await pastor.viaApi.provesPhone();
    await pastor.viaApi.savesCard();
    const { id } = pastor.viaApi;
    await failsForGood(stack, 'openAccount', id);
    await staff.isSignedInAs('support');
    await page.goto('/trials');
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
  },
);

test('Dead jobs of one cause are retried together with their progress, also after a reload, or dismissed together', async ({
  staff,
  page,
  stack,
}) => {
  const make = () => aTrial(stack, { state: 'billingInformation' });
  const trials = [await make(), await make(), await make(), await make(), await make()];
  await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
  for (const { id } of trials) {
    await callsTo(stack).post('send-resume-link', { trialId: id });
    await failsForGood(stack, 'sendResumeLink', id);
  }
  await staff.isSignedInAs('support');
  await page.goto('/admin/queue');
  await page.getByRole('region', { name: 'Dead jobs' }).getByRole('link', { name: 'Mailing the resume link' }).click();
  await expect(page).toHaveURL(/\?group=deadJobs&cause=\d+$/);
  const cause = page.getByRole('region', { name: 'Mailing the resume link' });
  const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  await cause.getByRole('button', { name: 'Retry all 5' }).click();
  await inDialog('Retry').click();
  await expect(page.getByText('Mailing the resume link: 0 of 5 retried jobs done')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Mailing the resume link: 0 of 5 retried jobs done')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Retrying: Mailing the resume link' })).toBeVisible();
  await expectAccessible(page, 'dead jobs that are retried');
  await page.getByRole('link', { name: 'The whole queue' }).click();
  await expect(page.getByText('Mailing the resume link: 0 of 5 retried jobs done')).toBeVisible();
  await stack.sandbox.heal();
  await expect
    .poll(
      async () => {
        await retryNow(stack, 'sendResumeLink');
        return page.getByText('Mailing the resume link: 5 of 5 retried jobs done').count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await expect(page.getByRole('link', { name: 'Mailing the resume link' })).toHaveCount(0);

  await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
  for (const { id } of [await make(), await make()]) {
    await callsTo(stack).post('send-resume-link', { trialId: id });
    await failsForGood(stack, 'sendResumeLink', id);
  }
  await page.goto('/admin/queue?group=deadJobs');
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

test('A job that was retried by another member of staff is gone, and the page says so', async ({
  staff,
  pastor,
  page,
  stack,
  allow,
}) => {
  allow(refused(404));
  await pastor.viaApi.provesPhone();
  const { id } = pastor.viaApi;
  await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
  await pastor.viaApi.call('send-resume-link');
  const job = await failsForGood(stack, 'sendResumeLink', id);
  await staff.isSignedInAs();
  await page.goto('/admin/dead-jobs');
  await jobOf(page, id)
    .getByRole('button', { name: /^Retry/ })
    .click();
  expect((await page.context().request.post('/api/admin/dead-jobs/retry', { data: { ids: [job] } })).ok()).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toContainText('There is no such job.');
  await page.keyboard.press('Escape');
  await expect(jobOf(page, id)).toHaveCount(0);
});

test('A failed read of the health of the service is said until a later one succeeds', async ({
  staff,
  page,
  outages,
  allow,
}) => {
  allow(refused(503));
  await staff.isSignedInAs('support');
  await outages.answer('admin/health', 503, { error: 'Not now.' });
  await page.goto('/trials');
  const failed = page.getByText('How the service is doing could not be read.');
  await expect(failed).toBeVisible();
  await expect(failed).toBeHidden({ timeout: 30_000 });
});
