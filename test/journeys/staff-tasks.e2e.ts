/** The everyday tasks of staff, with the clicks and key presses that each takes beside typing. */
import { type Locator, type Page } from '@playwright/test';
import { aKey, aPhone, aStoredApplication, aTrial, aVisitor } from '../builders/index.ts';
import { expect, test } from '../drivers/index.ts';

/** Clicks and presses, and counts them. */
class Hands {
  actions = 0;

  constructor(private readonly page: Page) {}

  async click(what: Locator): Promise<void> {
    this.actions += 1;
    await what.click();
  }

  async press(key: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }
}

test(
  'A caller is found and diagnosed in two actions; the phone is corrected and a code sent in two more',
  { tag: '@thorough' },
  async ({ staff, inspector, page, stack }) => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await visitor.asksForCode();
    const phone = aPhone();
    await staff.isSignedInAs('support');
    await page.goto('/admin');
    await expect(staff.rows().first()).toBeVisible();

    const hands = new Hands(page);
    await hands.press('/');
    await hands.type(visitor.phone);
    await expect(inspector.found).toHaveCount(1);
    await hands.press('Enter');
    await expect(inspector.diagnosis).toContainText('A code was just sent.');
    expect(hands.actions).toBe(2);

    await hands.click(inspector.diagnosis.getByRole('button', { name: 'Correct the phone' }));
    await hands.type(phone);
    await hands.press('Enter');
    await inspector.isDone('The new phone is stored, and a code is on its way to it.');
    expect(hands.actions).toBe(4);
    expect((await visitor.typesCode(await stack.sandbox.smsCode(phone))).status).toBe(200);
  },
);

test("Last month's file takes two clicks", { tag: '@thorough' }, async ({ staff, page, stack }) => {
  const { today } = await (await page.request.get('/api/config')).json();
  const lastMonth = new Date(`${today.slice(0, 8)}01T18:00:00Z`);
  lastMonth.setUTCDate(0);
  await aTrial(stack, { columns: { created_at: lastMonth.toISOString() } });
  await staff.isSignedInAs();
  await page.goto('/admin');
  const hands = new Hands(page);
  const file = page.waitForEvent('download');
  await hands.click(page.getByLabel('More', { exact: true }));
  await hands.click(page.getByRole('button', { name: 'Export last month’s sign-ups' }));
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);
  expect(hands.actions).toBe(2);
});

test(
  '58 applications are decided with at most 70 key presses',
  { tag: '@thorough' },
  async ({ staff, page, stack }) => {
    test.setTimeout(300_000);
    const church = `Church ${aKey()}`;
    for (let place = 0; place < 58; place += 1) await aStoredApplication(stack, { given: { churchName: church } });
    await staff.isSignedInAs();
    await page.goto(`/admin/ambassadors?q=${encodeURIComponent(church)}`);
    const hands = new Hands(page);
    await hands.click(page.getByRole('link', { name: 'Review 58 open' }));
    for (let left = 58; left > 0; left -= 1) {
      await expect(page.getByRole('navigation', { name: 'Review' })).toContainText(`${left} to review`);
      await expect(page.locator('.trial-name')).toBeFocused();
      await hands.press(left % 3 ? 'a' : 'd');
    }
    await expect(page.getByText('No applications match')).toBeVisible();
    expect(hands.actions).toBeLessThanOrEqual(70);
  },
);
