/** The work queue in two browsers: what needs a person is taken by one, and the other sees it. */
import { daysAfter } from '@lampstand/contracts/back-office';
import type { Page } from '@playwright/test';
import { aStoredRequest, aTrial, signedIn } from '../builders/index.ts';
import type { Stack } from '../support/index.ts';
import { expect, refused, SCREENS, type StaffBrowser, test } from '../drivers/index.ts';

/** The oldest trial request, so that it is listed although other tests have left requests. */
async function anOldRequest(stack: Stack) {
  const id = Date.now();
  await aStoredRequest(stack, { id, firstName: 'Naomi', lastName: `Park ${id}` }, { created_at: '2020-01-01' });
  return id;
}

async function opensQueue(staff: StaffBrowser, page: Page, stack: Stack) {
  const id = await anOldRequest(stack);
  await staff.isSignedInAs('support');
  await page.goto('/admin/queue');
  return { id, row: staff.row(String(id)) };
}

const answerTo = (page: Page, action: string) =>
  page.waitForResponse((response) => response.url().endsWith(`/${action}`) && response.status() === 200);

/** The actions on items that the page sends from now on. */
function actionsSentBy(page: Page): string[] {
  const actions: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') actions.push(request.url().split('/').at(-1)!);
  });
  return actions;
}

/** Another member of the team, in another browser. */
async function aColleague(stack: Stack, anotherDevice: () => Promise<Page>) {
  const there = await anotherDevice();
  const { cookie, name: colleague } = await signedIn(stack, 'support');
  const [name, value] = cookie
    .split('; ')
    .find((each) => each.startsWith('staff='))!
    .split('=');
  await there.context().addCookies([{ name: name!, value: value!, url: stack.url }]);
  return { there, name: colleague };
}

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`On ${screen}`, () => {
    test.use({ viewport });

    test(
      'a trial request is taken in one browser and shown as taken in another, without a reload',
      { tag: '@smoke' },
      async ({ staff, page, stack, anotherDevice, allow }) => {
        allow(refused(409));
        const id = await anOldRequest(stack);
        await aStoredRequest(stack, { id: id + 1, lastName: 'W'.repeat(80) });
        const member = await staff.isSignedInAs('support');
        await page.goto('/admin/queue');
        const requests = page.getByRole('region', { name: 'Trial requests unanswered' });
        const row = requests.getByRole('row').filter({ hasText: String(id) });
        await expect(row).toContainText('No one');
        await expect(
          requests.getByRole('heading').getByRole('button', { name: 'Trial requests unanswered' }),
        ).toHaveAccessibleDescription('People who asked to talk with us first. No one has answered them.');

        const { there } = await aColleague(stack, anotherDevice);
        await there.goto('/admin/queue');
        const seen = there.getByRole('row').filter({ hasText: String(id) });
        await expect(seen).toContainText('No one');
        await row.getByRole('link').focus();
        const taken = answerTo(page, 'take');
        await page.keyboard.press('t');
        await taken;
        await expect(seen).toContainText(member.name);
        await expect(row).toContainText('You');
        await expect(seen.getByRole('button')).toHaveText([/^Take over/]);
        const refusal = there.getByRole('listitem').filter({ hasText: 'Not done' });
        for (const key of ['s', 'e', 't']) {
          await seen.getByRole('link').focus();
          await there.keyboard.press(key);
          await expect(refusal).toContainText(`${member.name} has taken this.`);
          await refusal.getByRole('button', { name: 'Close' }).click();
          await expect(refusal).toHaveCount(0);
        }

        await row.getByRole('link').focus();
        await page.keyboard.press('s');
        const snoozed = answerTo(page, 'snooze');
        await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click();
        await snoozed;
        await expect(seen).toHaveCount(0);
        await expect(row).toHaveCount(0);
      },
    );
  });

test('E marks an item as done, which can be undone; what is snoozed is listed with its date and brought back', async ({
  staff,
  page,
  stack,
}) => {
  const older = await anOldRequest(stack);
  const { row } = await opensQueue(staff, page, stack);
  await row.getByRole('link').focus();
  await page.keyboard.press('e');
  await expect(row).toHaveCount(0);
  await staff.toasts.shown.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();

  const first = staff.row(String(older));
  await first.getByRole('link').focus();
  const next = first.locator('xpath=following-sibling::tr[1]');
  const href = await next.getByRole('link').first().getAttribute('href');
  await page.keyboard.press('e');
  await expect(first).toHaveCount(0);
  await expect(page.locator('a:focus')).toHaveAttribute('href', href!);
  await page.getByText('Done today').click();
  const done = page.getByRole('listitem').filter({ hasText: String(older) });
  await done.getByRole('button', { name: /^Undo Naomi/ }).click();
  await expect(first).toBeVisible();

  await row.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: /^Trial requests unanswered: (All|The first)/ }).click();
  await expect(page.getByRole('heading', { name: 'Trial requests unanswered' })).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto('/admin/queue?group=request&snoozed=1');
  await expect(row).toContainText('Snoozed until');
  await row.getByRole('button', { name: 'Bring back' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: 'The whole queue' }).click();
  await expect(row).toBeVisible();
});

test(
  'Several rows are selected with X and assigned at once; the result says how many, and why one was refused',
  { tag: '@thorough' },
  async ({ staff, page, stack, anotherDevice, allow }) => {
    allow(refused(409));
    const { id, row } = await opensQueue(staff, page, stack);
    const another = await anOldRequest(stack);
    const { name } = await aColleague(stack, anotherDevice);
    const third = await anOldRequest(stack);
    const rows = [row, staff.row(String(another)), staff.row(String(third))];
    await page.reload();
    for (const each of rows) {
      await each.getByRole('link').focus();
      await page.keyboard.press('x');
    }
    await expect(page.getByText('3 rows selected')).toBeVisible();
    const colleague = await signedIn(stack, 'support');
    expect((await colleague.post(`admin/queue/request/${id}/take`, {})).status).toBe(200);
    await page.getByRole('button', { name: 'Assign to…' }).click();
    await page.getByLabel('Member of the team').selectOption(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
    await expect(page.getByText(`Assigned to ${name}: 2 of 3 rows.`)).toBeVisible();
    await expect(page.getByText(`${colleague.name} has taken this request.`)).toBeVisible();
    for (const each of rows.slice(1)) await expect(each).toContainText(name);
    await expect(page.getByText('1 row selected')).toBeVisible();
  },
);

test('S right after T is not lost, and a double click takes once, although Take becomes Release under the pointer', async ({
  staff,
  page,
  stack,
  outages,
}) => {
  const another = await anOldRequest(stack);
  const { id, row } = await opensQueue(staff, page, stack);
  await row.getByRole('link').focus();
  const calls = actionsSentBy(page);
  const release = await outages.holdAnswer(`admin/queue/request/${id}/take`);
  await page.keyboard.press('t');
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Saving…' })).toBeVisible();
  expect(calls).toEqual(['take']);
  release();
  await expect(row).toHaveCount(0);
  expect(calls).toEqual(['take', 'snooze']);

  const second = staff.row(String(another));
  await second.getByRole('button', { name: 'Take' }).hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect(second).toContainText('You');
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await second.getByRole('button', { name: 'Done' }).click();
  await expect(second).toHaveCount(0);
  expect(calls).toEqual(['take', 'snooze', 'take', 'done']);
});

test(
  'A snooze is offered until tomorrow by the clock of the server, whatever that of the device',
  { tag: '@thorough' },
  async ({ staff, page, stack }) => {
    const id = await anOldRequest(stack);
    await staff.isSignedInAs('support');
    await page.clock.setFixedTime('2020-01-01T00:00:00Z');
    await page.goto('/admin/queue');
    await staff.row(String(id)).getByRole('button', { name: 'Snooze' }).click();
    const { today } = await (await page.request.get('/api/config')).json();
    await expect(page.getByRole('dialog').getByLabel('Until')).toHaveValue(daysAfter(today, 1));
  },
);

test(
  'Single keys can be switched off, and stay off; Ctrl+K works, and finds the actions of the chosen row',
  { tag: '@thorough' },
  async ({ staff, page, stack }) => {
    const { id, row } = await opensQueue(staff, page, stack);
    await expect(row).toBeVisible();
    await page.keyboard.press('?');
    await page.getByRole('checkbox', { name: 'Keys without Ctrl' }).uncheck();
    await page.reload();
    await row.getByRole('link').focus();
    for (const key of ['e', 't', '?', '/', 'j']) await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row).toContainText('No one');
    await expect(row.getByRole('link')).toBeFocused();

    const taken = answerTo(page, 'take');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('take naomi');
    await page
      .getByRole('list', { name: 'Actions' })
      .getByRole('button', { name: `Take Naomi Park ${id}` })
      .click();
    await taken;
    await expect(row).toContainText('You');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('single keys on');
    await page.getByRole('list', { name: 'Actions' }).getByRole('button').click();
    await row.getByRole('link').focus();
    await page.keyboard.press('t');
    await expect(row).toContainText('No one');
  },
);

test('The owner of a person is seen on the page and beside the list, and taken there', async ({
  staff,
  page,
  stack,
}) => {
  const lastName = `Owned${Date.now()}`;
  const { id } = await aTrial(stack, { pastor: { lastName } });
  await staff.isSignedInAs('support');
  await page.goto(`/trials/${id}`);
  const bar = page.getByRole('region', { name: 'Person and state' });
  await bar.getByRole('button', { name: /^Take/ }).click();
  await expect(bar.getByRole('button', { name: /^Release/ })).toBeVisible();
  await page.goto(`/admin?q=${lastName}&columns=Name,Owner`);
  const owner = staff.cell(lastName, 'Owner');
  await expect(owner).toContainText('You');
  await owner.getByRole('button', { name: /^Release/ }).click();
  await expect(owner).toContainText('No one');
  const colleague = await signedIn(stack, 'support');
  expect((await colleague.post(`admin/queue/signup/${id}/take`, {})).status).toBe(200);
  await page.reload();
  await owner.getByRole('button', { name: /^Take over/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Take over' });
  await expect(dialog).toContainText(`${colleague.name} has taken`);
  await dialog.getByRole('button', { name: 'Take over' }).click();
  await expect(owner).toContainText('You');
});
