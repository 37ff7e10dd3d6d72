/** A privacy request of a person without a sign-up: found, handed over and erased. */
import { readFile } from 'node:fs/promises';
import { anEmail, aStoredApplication, aTrial } from '../builders/index.ts';
import { expect, expectAccessible, horizontalOverflow, SCREENS, test } from '../drivers/index.ts';

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`On ${screen}`, () => {
    test.use({ viewport });

    test(
      'an administrator finds, hands over and erases an applicant',
      { tag: '@smoke' },
      async ({ staff, page, stack }) => {
        const email = anEmail('applicant');
        const { id } = await aStoredApplication(stack, { given: { email } });
        await staff.isSignedInAs();
        await page.goto('/admin/privacy');
        await page.getByRole('button', { name: 'Find' }).click();
        await expect(page.getByLabel('Email')).toBeFocused();
        await page.getByLabel('Email').fill(email.toUpperCase());
        await page.keyboard.press('Enter');
        await expect(staff.row('Ambassador application')).toContainText('Submitted');
        await expect(page.getByRole('link', { name: `Ambassador application ${id}` })).toBeVisible();

        await page.getByRole('button', { name: 'Show everything' }).click();
        await expect(page.getByRole('region', { name: 'Ambassador applications' })).toContainText(email);
        expect(await horizontalOverflow(page)).toBe(0);
        await expectAccessible(page, 'privacy');
        const save = page.getByRole('button', { name: 'Download as JSON' });
        const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
        expect(JSON.parse(await readFile(await file.path(), 'utf8')).tables.ambassador_applications[0].id).toBe(id);

        await page.getByRole('button', { name: 'Erase this person' }).click();
        await page.getByRole('button', { name: 'Erase now' }).click();
        await expect(page.getByRole('dialog')).toContainText('Invalid');
        await page.getByLabel('Type ERASE to confirm').fill('ERASE');
        await page.getByRole('button', { name: 'Erase now' }).click();
        await expect(page.getByText('Nothing is stored under')).toBeVisible();
      },
    );
  });

test('A person with a sign-up is erased on its page', async ({ staff, page, stack }) => {
  const email = anEmail('pastor');
  const { id } = await aTrial(stack, { pastor: { email } });
  await staff.isSignedInAs();
  await page.goto('/admin/privacy');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This person has a sign-up.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase this person' })).toBeHidden();
  await page.getByRole('link', { name: `Sign-up ${id}` }).click();
  await page.waitForURL(`**/trials/${id}`);
});
