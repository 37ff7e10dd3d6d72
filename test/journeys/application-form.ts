/** Tests of the form that the ambassador application and the trial request share. */
import type { ApplicationBody } from '@lampstand/contracts';
import { Applicant, type Application, expect, Keyboard, test as base, withoutScripts } from '../drivers/index.ts';

type Field = keyof ApplicationBody;

const RULES: Record<Field, { message: string; wrong: string[]; right?: string }> = {
  firstName: { message: 'First name is required', wrong: ['', 'R', ' R '], right: 'Jo' },
  lastName: { message: 'Last name is required', wrong: ['', 'O'], right: 'Ng' },
  email: { message: 'Please enter a valid email address', wrong: ['', 'ruth@church', 'ruth.church.example'] },
  phone: { message: 'Please enter a valid phone number', wrong: ['', '512 555 014'], right: '+1 512-555-0142' },
  position: { message: 'Your role/position is required', wrong: ['', 'Y'], right: 'YP' },
  churchName: { message: 'Church name is required', wrong: ['', 'H'], right: 'HF' },
  churchCity: { message: 'City is required', wrong: ['', ' T '], right: 'Ai' },
  churchState: { message: 'State is required', wrong: [''] },
  churchSize: { message: 'Please select your church size', wrong: [''] },
  yearsInMinistry: { message: 'Please select years in ministry', wrong: [''] },
  whyInterested: {
    message: 'Please share more about your interest (minimum 20 characters)',
    wrong: ['', 'Nineteen characters', '   Nineteen characters   '],
    right: 'A sentence of twenty',
  },
};

const CONTROLS: Record<Field, { autocomplete: string; inputmode?: string }> = {
  firstName: { autocomplete: 'given-name' },
  lastName: { autocomplete: 'family-name' },
  email: { autocomplete: 'email', inputmode: 'email' },
  phone: { autocomplete: 'tel', inputmode: 'tel' },
  position: { autocomplete: 'organization-title' },
  churchName: { autocomplete: 'organization' },
  churchCity: { autocomplete: 'address-level2' },
  churchState: { autocomplete: 'address-level1' },
  churchSize: { autocomplete: 'off' },
  yearsInMinistry: { autocomplete: 'off' },
  whyInterested: { autocomplete: 'off' },
};

const SIZES = ['Under 100', '100-250', '250-500', '500-1000', '1000-2500', '2500+'];
const YEARS = ['Less than 1 year', '1-3 years', '3-5 years', '5-10 years', '10+ years'];

export const testOf = (application: Application) =>
  base.extend<{ applicant: Applicant }>({
    applicant: ({ page, stack }, use) => use(new Applicant(page, stack, application)),
  });

export function testsOfForm(test: ReturnType<typeof testOf>, application: Application): void {
  const { call } = application;

  test('The eleven fields are in order, help autofill, and are listed when they are missing, at them and in a summary', async ({
    applicant,
    page,
  }) => {
    await applicant.opens();
    const names = await page.locator('#content form [name]').evaluateAll((fields) => fields.map((each) => each.id));
    expect(names).toEqual(applicant.application.fields);
    for (const [name, attributes] of Object.entries(CONTROLS))
      for (const [attribute, value] of Object.entries(attributes))
        await expect(applicant.field(name as Field), name).toHaveAttribute(attribute, value);
    await expect(applicant.field('churchSize').locator('option')).toHaveText(['Choose one', ...SIZES]);
    await expect(applicant.field('yearsInMinistry').locator('option')).toHaveText(['Choose one', ...YEARS]);
    await expect(applicant.field('churchState').locator('option')).toHaveCount(51);
    await applicant.send();
    const messages = applicant.application.fields.map((name) => RULES[name].message);
    await applicant.refuses(Object.fromEntries(Object.entries(RULES).map(([name, { message }]) => [name, message])));
    await expect(applicant.summary.getByRole('link')).toHaveText(messages);
    await applicant.summary.getByRole('link', { name: RULES.churchState.message }).click();
    await expect(applicant.field('churchState')).toBeFocused();
  });

  test(
    'Each field shows its rule when it is broken, and accepts the shortest valid value',
    { tag: '@thorough' },
    async ({ applicant, page }) => {
      test.slow();
      const sent: string[] = [];
      page.on('request', (request) => request.url().endsWith(call) && sent.push(request.url()));
      await applicant.opens();
      await applicant.fillIn(applicant.details);
      for (const [name, { message, wrong, right }] of Object.entries(RULES)) {
        for (const value of wrong) {
          await applicant.fillIn({ [name]: value });
          await applicant.send();
          await applicant.refuses({ [name]: message });
        }
        applicant.details[name as Field] = right ?? applicant.details[name as Field];
        await applicant.fillIn({ [name]: applicant.details[name as Field] });
      }
      expect(sent.filter((url) => url.includes('/api/'))).toEqual([]);

      await applicant.send();
      await applicant.isThanked();
      expect(await applicant.stored()).toMatchObject([
        { first_name: 'Jo', church_city: 'Ai', why_interested: 'A sentence of twenty' },
      ]);
    },
  );

  test(
    'The application is saved and confirmed by mail, and thanks replace the form',
    { tag: '@smoke' },
    async ({ applicant, page, stack }) => {
      const sent = page.waitForRequest(`**/api/${call}`);
      await applicant.applies();
      expect((await sent).postDataJSON()).toEqual(applicant.details);
      const { toast, says } = applicant.application.done;
      await applicant.toasts.says(toast, says);
      await applicant.isThanked();
      await applicant.hasAppliedOnce();
      const [mail] = await stack.sandbox.mails(applicant.details.email, { subject: applicant.application.mail });
      // The address is not verified, so the mail must not repeat what was typed.
      expect(mail!.html).not.toContain(applicant.details.firstName);

      await page.reload();
      await applicant.isShown();
      await applicant.holds({ firstName: '', email: '', whyInterested: '' });
    },
  );

  test(
    'A mistyped email and a phone number that cannot exist are asked about',
    { tag: '@thorough' },
    async ({ applicant }) => {
      await applicant.opens();
      await applicant.fillIn({ ...applicant.details, email: 'ruth@gmial.com', phone: '5121550142' });
      await expect(applicant.field('phone')).toHaveAccessibleDescription('US phone number.');
      await applicant.suggestion('ruth@gmail.com').click();
      await applicant.holds({ email: 'ruth@gmail.com' });
      await applicant.send();
      await applicant.refuses({
        phone:
          'Please check the number: the three digits after the area code never begin with 0 or 1. To keep it, press the button again.',
      });
      await applicant.send();
      await applicant.isThanked();
    },
  );

  test("The button shows 'Submitting...' while the form is sent, and a second press sends nothing", async ({
    applicant,
    outages,
    page,
  }) => {
    let calls = 0;
    page.on('request', (request) => (calls += Number(request.url().endsWith(`/api/${call}`))));
    const release = await outages.hold(`**/api/${call}`);
    await applicant.opens();
    await applicant.fillIn(applicant.details);
    await applicant.sendButton.dblclick();
    await expect(applicant.sendButton).toHaveText('Submitting...');
    await expect(applicant.sendButton).toHaveAttribute('aria-disabled', 'true');
    await expect(applicant.sendButton.locator('.spinner')).toBeVisible();
    await applicant.sendButton.click({ force: true });
    await applicant.field('firstName').press('Enter');
    release();
    await applicant.isThanked();
    expect(calls).toBe(1);
    await applicant.hasAppliedOnce();
  });

  test('Start over discards a draft', { tag: '@thorough' }, async ({ applicant, page }) => {
    await applicant.opens();
    await applicant.fillIn({ firstName: 'Ruth', phone: '5125550142', churchState: 'OK', whyInterested: 'Half a th' });
    await page.reload();
    await expect(applicant.keptNotice).toBeVisible();
    await applicant.holds({
      firstName: 'Ruth',
      phone: '(512) 555-0142',
      churchState: 'OK',
      whyInterested: 'Half a th',
    });
    await page.getByRole('button', { name: 'Start over' }).click();
    await applicant.holds({ firstName: '', phone: '', churchState: '', whyInterested: '' });
    await expect(applicant.field('firstName')).toBeFocused();
    await page.reload();
    await applicant.isShown();
    await expect(applicant.keptNotice).toHaveCount(0);
  });

  test('The form works by keyboard alone', { tag: '@thorough' }, async ({ applicant, page }) => {
    const keyboard = new Keyboard(page);
    const { details } = applicant;
    await applicant.opens();
    for (const name of applicant.application.fields) {
      const shown = { churchState: 'ok', yearsInMinistry: '5-10', churchSize: '500-' }[name as string];
      await keyboard.typeInto(applicant.field(name), shown ?? details[name]);
    }
    await applicant.holds(applicant.typed);
    await keyboard.reach(applicant.sendButton);
    await keyboard.press('Enter');
    await applicant.isThanked();
    await applicant.hasAppliedOnce();
    await keyboard.reach(page.getByRole('main').getByRole('link', { name: /^Return to Home/ }));
    await keyboard.press('Enter');
    await page.waitForURL(/\/$/);
  });

  test('Without scripts the form shows its errors, and is saved', { tag: '@thorough' }, async ({ stack }) => {
    await withoutScripts(async (page) => {
      const applicant = new Applicant(page, stack, application);
      await page.goto(application.path);
      await applicant.fillIn({ ...applicant.details, email: 'ruth@church' });
      await applicant.send();
      await expect(page.getByText(RULES.email.message, { exact: true }).first()).toBeVisible();
      await expect(applicant.field('email')).toHaveAttribute('aria-invalid', 'true');
      await applicant.holds({ ...applicant.details, email: 'ruth@church' });
      await applicant.fillIn({ email: applicant.details.email });
      await applicant.send();
      await expect(applicant.done).toBeVisible();
      await applicant.hasAppliedOnce();
    }, stack.url);
  });
}
