/** What colleagues and visitors change shows on open pages of the back office without a reload. */
import { aMember, anAgent, aTrial } from '../builders/index.ts';
import { expect, test } from '../drivers/index.ts';

test('What others change shows on an open page, and what is typed there or in a dialog stays with focus and scroll', async ({
  staff,
  inspector,
  page,
  stack,
  anotherDevice,
}) => {
  const member = await aMember(stack);
  await staff.isSignedInAs('support');
  await inspector.open(member.id);
  const there = await anotherDevice();
  await there.context().addCookies(await page.context().cookies());
  await there.goto(`/trials/${member.id}`);
  await inspector.note.fill('Asked for');
  const place = await page.evaluate(() => scrollY);

  const colleague = await anAgent(stack);
  await colleague.runs(member.id, 'change-plan', { plan: 'tier_20_49' });
  for (const each of [page, there]) {
    await expect(each.getByRole('region', { name: 'Subscription' })).toContainText('Growth');
    await expect(each.getByRole('region', { name: 'Timeline' })).toContainText(
      'The plan was changed from 1-19 users to 20-49 users.',
    );
  }
  await page.keyboard.type(' a larger plan.');
  await expect(inspector.note).toHaveValue('Asked for a larger plan.');
  await expect(inspector.note).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(place);

  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(there.getByRole('region', { name: 'Timeline' })).toContainText('Asked for a larger plan.');

  await inspector.ask('Correct the email');
  await inspector.dialog.getByLabel('New email').fill('ruth@church.example');
  await colleague.writes(member.id, 'Will call again.');
  await inspector.tells('Will call again.');
  await expect(inspector.dialog.getByLabel('New email')).toHaveValue('ruth@church.example');
  await expect(inspector.dialog.getByLabel('New email')).toBeFocused();
});

test(
  'An open page asks for nothing while nothing changes, and a hidden one does not listen',
  { tag: '@thorough' },
  async ({ staff, inspector, page, stack }) => {
    const { id } = await aTrial(stack);
    await staff.isSignedInAs('support');
    await page.clock.install();
    for (const open of [() => page.goto('/admin/queue'), () => inspector.open(id)]) {
      const listening = page.waitForRequest('**/api/admin/changes');
      await open();
      const stream = await listening;
      let calls: string[] = [];
      page.on('request', (request) => void calls.push(request.url()));
      // Not at once: parts of the page are still loading, and a message every 20 seconds reads it again.
      await expect(async () => {
        await page.keyboard.press('Shift');
        calls = [];
        await page.clock.runFor(120_000);
        expect(calls).toEqual([]);
      }).toPass();
      const closed = page.waitForEvent('requestfailed', (request) => request === stream);
      await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await closed;
    }
  },
);
