import {
  CARDS,
  expect,
  expectAccessible,
  horizontalOverflow,
  refused,
  SCREENS,
  SECURITY_CODE,
  test,
  Traffic,
} from '../drivers/index.ts';
import { readFile } from 'node:fs/promises';
import { anEmail, aStoredApplication, aTrial } from '../builders/index.ts';

test('Cards, security codes and verification codes reach only the endpoint that needs them, and are stored nowhere', async ({
  pastor,
  page,
  context,
  stack,
  allow,
}) => {
  allow(refused(400, 'verify-code'));
  const traffic = new Traffic(context);
  const stored: string[] = [];
  const shown = new Set<string>();
  page.on('framenavigated', (frame) => frame === page.mainFrame() && shown.add(frame.url()));
  await pastor.signsUp();
  const code = await pastor.receivesCode();
  const wrong = code === '918273' ? '918274' : '918273';
  await pastor.phone.typeCode(wrong);
  await pastor.phone.refuses('Please check the code and try again.');
  stored.push(await traffic.stored());
  await pastor.phone.typeCode(code);
  await pastor.billing.isReady();
  await page.reload();
  await pastor.savesCard('declined');
  await pastor.toasts.warns('Payment Error');
  stored.push(await traffic.stored());
  await pastor.savesCard('leavingForTheBank');
  await pastor.return.bankAnswers('Complete');
  await pastor.return.activates();
  stored.push(await traffic.stored());
  expect(page.url(), 'The page has taken what Stripe added to its address').not.toMatch(
    /setup_intent|secret|redirect_status/,
  );

  const numbers = [CARDS.declined, CARDS.leavingForTheBank];
  const cards = numbers.flatMap((number) => [number, number.replaceAll(' ', ''), number.replaceAll(' ', '+')]);
  const holds = (text: string, secrets: string[]) =>
    secrets.filter((secret) => new RegExp(`(?<![\\w.-])${secret.replaceAll('+', '\\+')}(?![\\w.-])`).test(text));

  const sent = await traffic.sentTo(stack.url);
  expect(sent.filter(({ call }) => call === '/api/verify-code')).toHaveLength(2);
  for (const { call, text } of sent) {
    const [address, headers] = text.split('\n');
    expect(holds(text, [...cards, SECURITY_CODE]), call).toEqual([]);
    expect(holds(call === '/api/verify-code' ? `${address}\n${headers}` : text, [code, wrong]), call).toEqual([]);
  }
  const { firstName, lastName, email, phone, churchName, birthdate, message } = pastor.details;
  const person = [`${firstName} ${lastName}`, lastName, email, phone, churchName, birthdate, message];
  const spelled = person.flatMap((word) => [word, encodeURIComponent(word), word.replaceAll(' ', '+')]);
  const personalDataIn = (text: string) =>
    spelled.filter((word) => word && text.toLowerCase().includes(word.toLowerCase()));
  const addresses = [...shown, ...sent.map(({ text }) => text.split('\n')[0] ?? '')];
  expect(addresses.length).toBeGreaterThan(10);
  for (const address of addresses) expect(personalDataIn(address), address).toEqual([]);
  expect(personalDataIn(stored.at(-1) ?? '')).toEqual([]);
  for (const text of stored) expect(holds(text, [...cards, SECURITY_CODE, code, wrong])).toEqual([]);
  expect([...traffic.origins].sort()).toEqual([stack.url, new URL(stack.sandboxUrl).origin].sort());
});

test(
  'In a browser that is not known, the link of a finished sign-up returns the dates, and nothing of the person',
  { tag: '@smoke' },
  async ({ pastor, page }) => {
    await pastor.viaApi.becomesMember();
    const answer = await page.goto(pastor.link);
    await pastor.success.welcomes();
    const { email, phone, firstName, lastName } = pastor.details;
    const text = await answer!.text();
    for (const secret of [email, phone, firstName, lastName]) expect(text).not.toContain(secret);
    expect(answer!.headers()['cache-control']).toContain('no-store');
  },
);

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`On ${screen}`, () => {
    test.use({ viewport });

    test('an administrator finds, hands over and erases an applicant; a person with a sign-up is erased on its page', async ({
      staff,
      page,
      stack,
    }) => {
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

      await expect(page.getByRole('button', { name: 'Show everything' })).toBeDisabled();
      await expect(page.getByRole('button', { name: 'Erase this person' })).toBeHidden();
      await staff.row('Ambassador application').getByLabel('Same email, not proven').check();
      await page.getByRole('button', { name: 'Show everything' }).click();
      await expect(page.getByRole('region', { name: 'Ambassador applications' })).toContainText(email);
      expect(await horizontalOverflow(page)).toBe(0);
      await expectAccessible(page, 'privacy');
      const save = page.getByRole('button', { name: 'Download as JSON' });
      const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
      expect(JSON.parse(await readFile(await file.path(), 'utf8')).tables.ambassador_applications[0].id).toBe(id);

      await page.getByRole('button', { name: 'Erase this person' }).click();
      await page.getByRole('button', { name: 'Erase now' }).click();
      await expect(page.getByRole('dialog')).toContainText('Please type the word in capital letters');
      await page.getByLabel('Type ERASE to confirm').fill('ERASE');
      await page.getByRole('button', { name: 'Erase now' }).click();
      await expect(page.getByText('Nothing is stored under')).toBeVisible();

      const columns = { email_proven_at: '2026-02-03' };
      const { id: signup, email: proven } = await aTrial(stack, { columns });
      await page.getByLabel('Email').fill(proven);
      await page.keyboard.press('Enter');
      await expect(page.getByText('This person has a sign-up.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Erase this person' })).toBeHidden();
      await page.getByRole('link', { name: `Sign-up ${signup}` }).click();
      await page.waitForURL(`**/trials/${signup}`);
    });
  });
