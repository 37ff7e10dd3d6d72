/** The owner of a mailbox that an account holds says so, also without scripts, and staff find it in the work queue. */
import { aMember, anEmail, aVisitor } from '../builders/index.ts';
import { expect, expectAccessibleAndFitting, LinkPage, PHONE, test, withoutScripts } from '../drivers/index.ts';

test.use({ viewport: PHONE });

test(
  'The owner of a mailbox tells us with one press, with scripts and without, and staff correct the email',
  { tag: '@thorough' },
  async ({ page, staff, inspector, stack }) => {
    const member = await aMember(stack);
    await aVisitor(stack, { email: member.email }).signsUp();
    const [mail] = await stack.sandbox.mails(member.email, { subject: /already has an account/ });
    const address = /http\S+\/plan\/not-mine\?token=[\w.-]+/.exec(mail!.text)![0];

    const link = new LinkPage(page);
    await link.follow(address);
    await expect(page).toHaveURL(/\/plan\/not-mine$/);
    await expectAccessibleAndFitting(page, 'claiming a mailbox');
    await link.press();
    await link.says('Thank you for telling us', 'Our support team corrects the address of that account');
    await withoutScripts(async (scriptless) => {
      await scriptless.goto(address);
      await scriptless.getByRole('button', { name: 'It is not my account' }).click();
      await expect(scriptless.getByRole('heading', { level: 1 })).toHaveText('Thank you for telling us');
    }, stack.url);

    await staff.isSignedInAs('support');
    await page.goto('/admin/queue?group=emailClaimed');
    const row = page
      .getByRole('region', { name: 'Addresses of someone else' })
      .getByRole('row')
      .filter({ has: page.locator(`a[href$="/trials/${member.id}"]`) });
    await expect(row).toContainText('Claimed by the owner of the mailbox');
    await expect(row).toContainText('No mailed link ever proved it to the member.');
    await expectAccessibleAndFitting(page, 'claimed mailboxes');
    await row.getByRole('link').click();
    await expect(page.getByText('claimed the address of this account')).toContainText(
      'Correct the email with the member.',
    );
    await inspector.tells('The owner of the mailbox said that the account is not theirs.');
    await expectAccessibleAndFitting(page, 'a claimed mailbox of a member');

    await inspector.ask('Correct the email');
    await expect(inspector.dialog).toContainText('then it counts at once');
    await inspector.dialog.getByLabel('New email').fill(anEmail('right'));
    await inspector.confirm('Correct the email');
    await expect(page.getByText('New email, not confirmed by its owner yet:')).toBeVisible();
  },
);
