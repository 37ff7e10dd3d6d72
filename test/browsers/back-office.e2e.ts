import { aKey, aStaffMember, aTrial, codeOf } from '../builders/index.ts';
import { expect, refused } from '../drivers/index.ts';
import { test } from './engines.ts';

const DAY = '2026-03-05';

test(
  'An administrator signs in with a one-time code, filters the sign-ups, opens one and exports the list',
  { tag: '@smoke' },
  async ({ staff, signups, inspector, page, stack, allow }) => {
    // The answer that asks for the code.
    allow(refused(401));
    const member = await aStaffMember(stack, { totp: true });
    const churchName = `Church ${aKey()}`;
    for (const [firstName, day] of [
      ['Anna', '2026-03-02'],
      ['Boaz', DAY],
    ] as const)
      await aTrial(stack, {
        pastor: { firstName, lastName: 'Hill', churchName },
        columns: { created_at: `${day}T18:00:00Z` },
      });

    await page.goto('/admin');
    await staff.fillIn(member);
    await staff.authenticatorCode.fill(codeOf(member.secret!));
    await staff.logIn.click();
    await expect(staff.heading('Trial Signup Dashboard')).toBeVisible();

    await signups.search.fill(churchName);
    await signups.shows('Boaz Hill', 'Anna Hill');
    await signups.filterBy({ start: DAY, end: DAY });
    await signups.shows('Boaz Hill');

    await expect(signups.export).toHaveAccessibleName('Export to CSV, 1 row');
    await signups.export.click();
    await staff.toasts.says('Export successful', 'Trial signup data has been exported to CSV');
    const exported = await stack.query(`SELECT outcome, rows FROM exports WHERE account_id = $1`, [member.id]);
    expect(exported).toEqual([{ outcome: 'complete', rows: 1 }]);

    await page.getByRole('link', { name: 'Boaz Hill' }).click();
    await expect(inspector.name).toHaveText('Boaz Hill');
    await expect(inspector.person).toContainText('Mar 5, 2026');
  },
);
