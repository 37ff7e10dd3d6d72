/** Every page with state while the browser translates it: nothing crashes, no text is stale, and nothing that was typed is lost. */
import { aMember, anEmail, aStaffMember, deleteAtStripe, lifeOf } from '../builders/index.ts';
import {
  AMBASSADOR,
  Applicant,
  Demo,
  expect,
  WeekDemo,
  isHydrated,
  linkIn,
  LinkPage,
  linksOf,
  NewsletterBox,
  Pastor,
  PlanScreen,
  refused,
  SearchScreen,
  StaffBrowser,
  test as base,
  Translator,
  TRIAL_REQUEST,
  typedFrom,
} from '../drivers/index.ts';
import { MOMENTS } from '../support/translator.ts';

interface Tools {
  pastor: Pastor;
  page: Pastor['page'];
  stack: Pastor['stack'];
  reads: (state: string) => Promise<void>;
  allow: (...messages: RegExp[]) => void;
}

const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** What is done on each page. */
const TASKS: Record<string, (tools: Tools) => Promise<void>> = {
  'the details of a sign-up': async ({ pastor, page, reads }) => {
    const { registration, details } = pastor;
    const typed = typedFrom(details);
    await pastor.opensTrialPage();
    await reads('an empty form');
    await registration.fillIn({ ...typed, email: 'mary@gmial.com', birthdate: '2020-05-17' });
    await registration.goTo(1);
    await registration.field('email').focus();
    await registration.field('phone').focus();
    await expect(page.getByText('Did you mean')).toBeVisible();
    await reads('a question about the address');
    await page.getByRole('button', { name: 'mary@gmail.com' }).click();
    await reads('the address corrected');
    await registration.fillIn({ email: typed.email! });
    await registration.send();
    await expect(registration.summary).toBeVisible();
    await reads('a child');
    await registration.fillIn({ birthdate: typed.birthdate! });
    await reads('the birthdate corrected');
    await registration.holds({ ministryName: typed.ministryName!, position: typed.position! });
    await pastor.sends();
    await reads('the code screen');
  },

  'the code of a sign-up': async ({ pastor, reads, allow }) => {
    allow(refused(400));
    const { phone } = pastor;
    await pastor.isAskedForCode();
    await reads('the code screen');
    const code = await pastor.receivesCode();
    await phone.typeCode(wrongFor(code));
    await phone.refuses('Please check the code and try again. 2 tries left.');
    await reads('a wrong code');
    await pastor.page.getByRole('button', { name: 'Change email' }).click();
    await reads('the new address');
    await phone.newEmail.fill(anEmail('new'));
    await pastor.page.getByRole('button', { name: 'Save email' }).click();
    await pastor.toasts.says('Email address updated');
    await reads('the address changed');
    await phone.askForTheLink();
    await reads('the link asked for');
    await phone.typeCode(code);
    await pastor.billing.isReady();
    await reads('the card screen');
  },

  'plan and card of a sign-up': async ({ pastor, reads }) => {
    const { billing } = pastor;
    await pastor.isAskedForCard();
    await reads('the card screen');
    for (const [range, price] of [
      ['100-199', '$99.99'],
      ['20-49', '$39.99'],
    ] as const) {
      await billing.choosePlan(range);
      await billing.names(`${price} a month`);
      await reads(`the plan of ${range}`);
    }
    await pastor.savesCard('declined');
    await expect(pastor.notice('Payment Error')).toBeVisible();
    await reads('a declined card');
    await pastor.savesCard('good');
    await pastor.isWelcomed();
    await reads('the welcome');
    await pastor.hasOneAccount('tier_20_49');
  },

  'the return from the bank': async ({ pastor, reads }) => {
    await pastor.isAskedForCard();
    await pastor.savesCard('leavingForTheBank');
    await pastor.return.bankAnswers('Fail');
    await expect(pastor.page.getByRole('heading', { level: 1 })).toBeVisible();
    await reads('the bank refused');
    await pastor.opensLink();
    await pastor.savesCard('leavingForTheBank');
    await pastor.return.bankAnswers('Complete');
    await expect(pastor.page.getByRole('heading', { level: 1, name: /^Welcome|^Your trial is active/ })).toBeVisible();
    await reads('the welcome');
  },

  'the plan of a member': async ({ page, stack, reads }) => {
    const plan = new PlanScreen(page);
    const member = await aMember(stack);
    await page.goto('/plan');
    await isHydrated(page);
    await reads('no link');
    await plan.emailField.fill('nobody');
    await plan.button('Send me a new link').click();
    await expect(plan.emailField).toHaveAccessibleDescription(/valid email/);
    await reads('no address');
    await plan.emailField.fill(member.email);
    await plan.button('Send me a new link').click();
    await expect(plan.heading).toHaveText('Check your inbox');
    await reads('the link asked for');

    const [mail] = await stack.sandbox.mails(member.email, { subject: 'Your link to your plan', count: 1 });
    await plan.follow(linksOf(mail!).find((link) => link.includes('/plan?token='))!);
    await reads('the plan');
    await plan.choose('50-99');
    await expect(plan.main).toContainText('From that day on it is $79.99 a month.');
    await reads('a larger plan');
    await page.getByText('20-49', { exact: true }).click();
    await expect(plan.main).toContainText('From that day on it is $39.99 a month.');
    await reads('another plan');
    await plan.button('Change to Growth').click();
    await expect(plan.fact('First payment')).toContainText('$39.99 on ');
    await reads('the plan changed');
    await plan.button('Cancel my plan').click();
    await reads('the question');
    await plan.button('Yes, cancel my plan').click();
    await expect(plan.fact('Next payment')).toContainText('None');
    await reads('canceled');
    await plan.button('Keep my plan').click();
    await expect(plan.fact('First payment')).toContainText('$39.99 on ');
    await reads('kept');

    const receipts = plan.part('Receipts');
    await plan.button('Add a second address').click();
    await receipts.getByLabel('Second address for receipts').fill('nobody');
    await plan.button('Send the link').click();
    await reads('no second address');
    for (const email of [anEmail('treasurer'), anEmail('treasurer')]) {
      await receipts.getByLabel('Second address for receipts').fill(email);
      await plan.button('Send the link').click();
      await expect(receipts).toContainText(`We sent a link to ${email}.`);
      await reads('a second address');
      await plan.button('Change address').click();
    }
    await plan.button('Go back').click();
    await plan.button('Remove address').click();
    await expect(plan.button('Add a second address')).toBeVisible();
    await reads('the second address removed');
  },

  'a new start of a member': async ({ page, stack, reads, allow }) => {
    allow(refused(402));
    const plan = new PlanScreen(page);
    const member = await aMember(stack);
    const { stripe_id: id } = await lifeOf(stack, member.id);
    await deleteAtStripe(stack, `subscriptions/${id}`);
    const [ended] = await stack.sandbox.mails(member.email, { subject: 'Your subscription has ended' });
    await page.goto(linksOf(ended!).find((link) => link.includes('/plan?token='))!);
    const again = plan.part('Start again');
    await expect(again).toBeVisible();
    await reads('the offer');
    const { length } = await stack.sandbox.sms(member.phone);
    await plan.button('Text me a code').click();
    const code = page.getByLabel('Verification code');
    await code.fill('12');
    await plan.button('Confirm phone').click();
    await expect(code).toHaveAccessibleDescription(/6-digit|six digits/i);
    await reads('a wrong code');
    await code.fill(await stack.sandbox.smsCode(member.phone, { count: length + 1 }));
    await page.keyboard.press('Enter');
    await expect(again).toContainText('You pay $19.99 today');
    await reads('the choice');
    for (const [range, price] of [
      ['50-99', '$79.99'],
      ['20-49', '$39.99'],
    ] as const) {
      await page.getByText(range, { exact: true }).click();
      await expect(again).toContainText(`You pay ${price} today and ${price} every month`);
      await expect(again).toContainText(`to charge this card ${price} today`);
      await reads(`the plan of ${range}`);
    }
    await plan.button('Pay $39.99 and start again').click();
    await plan.isShown();
    await expect(plan.part('Invoices')).toContainText('$39.99 Paid');
    await reads('the plan');
  },

  'the ambassador application': (tools) => applies(tools, AMBASSADOR),
  'the trial request': (tools) => applies(tools, TRIAL_REQUEST),

  'the newsletter': async ({ page, stack, reads }) => {
    const box = new NewsletterBox(page);
    const link = new LinkPage(page);
    const email = anEmail('reader');
    await box.opens();
    await box.subscribes('ruth');
    await box.refuses();
    await reads('no address');
    await box.subscribes(email);
    await box.accepts();
    await reads('subscribed');
    const [mail] = await stack.sandbox.mails(email, { subject: /^Please confirm/ });
    await link.follow(linkIn(mail, 'confirm'));
    await link.press();
    await expect(link.heading('You’re on the list')).toBeVisible();
    await reads('confirmed');
  },

  'the search': async ({ page, reads }) => {
    const search = new SearchScreen(page);
    await search.opens();
    await isHydrated(page);
    for (const [query, path] of [
      ['small gr', '/blog/small-group-culture'],
      ['privacy', '/privacy-policy'],
      ['move you up automatically', '/pricing'],
    ] as const) {
      await search.field.fill(query);
      await search.finds(path);
      await reads(query);
    }
    await search.field.fill('zebra');
    await expect(search.count('Nothing found for “zebra”')).toBeVisible();
    await reads('nothing found');
    await search.field.fill('prayer');
    await expect(search.announced).toContainText('pages for “prayer”');
    await reads('found again');
  },

  'the prices': async ({ page, reads }) => {
    for (const [people, price] of [
      ['120', '$99.99'],
      ['30', '$39.99'],
    ] as const) {
      await page.goto('/pricing');
      await page.getByLabel('How many take part in a normal month?').fill(people);
      await page.getByRole('button', { name: 'Find our plan' }).click();
      await expect(page.locator('#how-many [data-answer]:visible')).toContainText(`${price} a month`);
      await reads(people);
    }
    await page.getByRole('link', { name: 'Start with this plan' }).click();
    await expect(page).toHaveURL(/trial\?plan=tier_20_49/);
  },

  'the demo in the hero': async ({ page, reads }) => {
    const week = new WeekDemo(page);
    await page.goto('/');
    await week.comesIntoView();
    await week.pressesEverything('first', reads);
  },

  'the whole demo': async ({ page, reads }) => {
    const demo = new Demo(page);
    await page.goto('/trial-demo');
    await demo.comesIntoView();
    await demo.pressesEverything('last', reads);
  },

  'the sign-in of staff': async ({ page, stack, reads, allow }) => {
    allow(refused(401));
    const staff = new StaffBrowser(page, stack);
    const { email, password } = await aStaffMember(stack);
    await page.goto('/admin');
    await expect(staff.heading('Admin Login')).toBeVisible();
    await reads('the form');
    await staff.fillIn({ email, password: '' });
    await expect(staff.password).toHaveAccessibleDescription('Password is required');
    await reads('no password');
    await staff.fillIn({ email, password: 'a wrong password' });
    await expect(staff.notice('Login failed')).toBeVisible();
    await reads('a wrong password');
    await expect(staff.email).toHaveValue(email);
    await staff.fillIn({ email, password });
    await expect(staff.heading('Trial Signup Dashboard')).toBeVisible();
    await reads('the dashboard');
  },
};

async function applies({ page, stack, reads }: Tools, application: typeof AMBASSADOR): Promise<void> {
  const applicant = new Applicant(page, stack, application);
  await applicant.opens();
  await applicant.fillIn({ ...applicant.details, email: 'ruth', phone: '' });
  await applicant.send();
  await expect(applicant.summary).toBeVisible();
  await reads('refused');
  await applicant.fillIn({ email: applicant.details.email });
  await reads('the address corrected');
  await applicant.fillIn({ phone: applicant.details.phone });
  await applicant.holds(applicant.typed);
  await applicant.send();
  await applicant.isThanked();
  await reads('thanked');
  await applicant.hasAppliedOnce();
}

const TYPED: Record<string, string> = { email: 'ruth@church.example', phone: '(512) 555-0142', q: 'prayer' };

for (const [name, path, heading] of [
  ['the details of a sign-up', '/trial', 'Start your free trial'],
  ['an application', AMBASSADOR.path, AMBASSADOR.heading],
  ['a search', '/search', 'Search'],
] as const)
  base(
    `What was typed into ${name} before React took over stays on a page that was translated before`,
    { tag: path === '/trial' ? [] : '@thorough' },
    async ({ page, outages }) => {
      const translator = await Translator.in(page, 'before hydration');
      const release = await outages.hold('**/assets/*.js');
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      const typed = new Map<string, string>();
      const fields = page.locator(
        '#content :is(input:is([type=text], [type=email], [type=tel], [type=search]), textarea):visible',
      );
      for (const field of await fields.all()) {
        const name = (await field.getAttribute('name'))!;
        typed.set(name, TYPED[name] ?? `My ${name}`);
        await field.fill(typed.get(name)!);
      }
      const last = [...typed.keys()].at(-1)!;
      release();
      await isHydrated(page);
      await expect(page.locator(`[name=${last}]`)).toBeFocused();
      for (const [field, text] of typed) await expect(page.locator(`[name=${field}]`), field).toHaveValue(text);
      await translator.reads(name);
    },
  );

/** In the gate, which has the details of a sign-up, the translator comes before hydration, and then at each change. */
for (const moment of MOMENTS)
  for (const [name, task] of Object.entries(TASKS))
    base(
      `Translated ${moment}, the task is done: ${name}`,
      { tag: moment === MOMENTS[0] && name === 'the details of a sign-up' ? [] : '@thorough' },
      async ({ pastor, page, stack, allow }) => {
        const translator = await Translator.in(page, moment);
        await task({ pastor, page, stack, allow, reads: (state) => translator.reads(state) });
        translator.sentNothingTranslated();
        base.info().annotations.push({ type: 'translated', description: translator.numbers });
        if (process.env['THOROUGH']) console.log(`Translated ${moment}, ${name}: ${translator.numbers}`);
      },
    );
