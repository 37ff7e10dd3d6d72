/** The screen shows the step that the server is at; the back office draws the charts. */
import type { Page } from '@playwright/test';
import { aStoredApplication, aVisitor, stripe, storedSubscription } from '../builders/index.ts';
import { expect, expectAccessible, horizontalOverflow, SCREENS, test } from '../drivers/index.ts';

const STEPS = ['registration', 'phone-verification', 'billing-information', 'success'];

/** After every accepted call, checks that the screen shows the server's step. */
class StepWatch {
  readonly seen: [call: string, step: string][] = [];
  readonly #checks: Promise<void>[] = [];

  constructor(
    readonly page: Page,
    readonly serverStep: () => Promise<string>,
  ) {
    page.on('response', (answer) => {
      const call = new URL(answer.url()).pathname.replace('/api/', '');
      if (answer.request().method() !== 'POST' || !answer.url().includes('/api/') || !answer.ok()) return;
      if (call !== 'check-user-exists') this.#checks.push(this.#check(call));
    });
  }

  async #check(call: string): Promise<void> {
    await expect
      .poll(async () => {
        const [screen, server] = [await this.screenStep(), await this.serverStep()];
        if (screen !== server) return `${call}: the screen shows ${screen}, the server is at ${server}`;
        this.seen.push([call, screen]);
        return 'agreed';
      })
      .toBe('agreed');
  }

  /** The step marked in the list of steps; on success none is marked. */
  async screenStep(): Promise<string> {
    const marks = await this.page
      .getByRole('list', { name: 'Sign-up steps' })
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => item.getAttribute('aria-current')));
    const marked = marks.indexOf('step');
    return STEPS[marks.length && marked < 0 ? STEPS.length - 1 : marked] ?? 'none';
  }

  async settled(): Promise<void> {
    for (let count = -1; count !== this.#checks.length;) {
      count = this.#checks.length;
      await Promise.all(this.#checks);
    }
  }
}

test.describe('The screen shows the step of the server after every accepted call', () => {
  test('from the first details to success', async ({ pastor, page }) => {
    const watch = new StepWatch(page, () => pastor.serverStep());
    await pastor.signsUp();
    await pastor.toasts.says('Verification code sent!');
    await watch.settled();
    await pastor.phone.askForTheLink();
    await pastor.toasts.says('Link sent');
    await watch.settled();
    await pastor.provesPhone();
    await watch.settled();
    await pastor.billing.choosePlan('20-49');
    await watch.settled();
    await pastor.savesCard();
    await pastor.isWelcomed();
    await watch.settled();

    const steps = new Map(watch.seen);
    expect(steps.get('trial-signup')).toBe('phone-verification');
    expect(steps.get('verify-phone')).toBe('phone-verification');
    expect(steps.get('send-resume-link')).toBe('phone-verification');
    expect(steps.get('verify-code')).toBe('billing-information');
    expect(steps.get('trial-setup-intent')).toBe('billing-information');
    expect(steps.get('update-selected-plan')).toBe('billing-information');
    expect(steps.get('create-account')).toBe('success');
    expect([...steps.keys()]).toContain('update-payment-verified');
  });

  test('to an existing account', { tag: '@thorough' }, async ({ pastor, page }) => {
    const watch = new StepWatch(page, () => pastor.serverStep());
    await pastor.viaApi.signsUp();
    await aVisitor(pastor.stack, { phone: pastor.details.phone }).becomesMember();
    await pastor.opensLink();
    await pastor.phone.typeCode(await pastor.receivesCode(2));
    await pastor.success.recognisesMember();
    await watch.settled();
    expect(new Map(watch.seen).get('verify-code')).toBe('success');
    const { userExists } = (await pastor.viaApi.load()).body.trialSignup;
    expect(userExists).toBe(true);
  });

  test('through a changed number and a declined card', { tag: '@thorough' }, async ({ pastor, page }) => {
    const watch = new StepWatch(page, () => pastor.serverStep());
    await pastor.isAskedForCode();
    await pastor.phone.changeNumberTo((pastor.viaApi.phone = aVisitor(pastor.stack).phone));
    await pastor.provesPhone();
    await pastor.savesCard('declined');
    await pastor.toasts.warns('Payment Error');
    await watch.settled();
    await pastor.savesCard('good');
    await pastor.isWelcomed();
    await watch.settled();
    expect(watch.seen.filter(([call]) => call === 'create-account')).toEqual([['create-account', 'success']]);
  });
});

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`The back office draws on ${screen}`, () => {
    test.use({ viewport });

    test(
      'the chart of a subscription beside that of its sign-up',
      { tag: '@thorough' },
      async ({ staff, inspector, pastor, stack }) => {
        await pastor.viaApi.becomesMember();
        const { id } = pastor.viaApi;
        await staff.isSignedInAs('support');
        await inspector.open(id);
        const chart = inspector.chartOf('a subscription');
        await expect(chart).toHaveAccessibleName(/Stands at Free trial; came through Not begun\.$/);
        const { stripe_id: subscription } = await storedSubscription(stack, id);
        await stripe(stack, `subscriptions/${subscription}`, { trial_end: 'now' });
        const standsAndCame = async () => {
          await inspector.open(id);
          return [await chart.locator('.place.lit').textContent(), await chart.locator('.transition.gone').count()];
        };
        await expect.poll(standsAndCame).toEqual(['Active', 2]);
        await expect(chart).toHaveAccessibleName(/Stands at Active; came through Not begun, Free trial\.$/);
        await expect(chart.locator('.place')).toHaveCount(6);
        await expect(chart.locator('.transition.past path').first()).toBeVisible();
        const drawing = inspector.page.locator('figure').filter({ has: chart });
        await drawing.getByText('What can happen next').click();
        await expect(drawing.getByText('Payment failed: goes to Past due')).toBeVisible();
        await inspector.standsAt('Account open');
        expect(await horizontalOverflow(inspector.page)).toBe(0);
        await expectAccessible(inspector.page, 'both charts');
      },
    );

    test('the chart of an application where it is read', async ({ staff, review, inspector, stack }) => {
      const { id } = await aStoredApplication(stack, { state: 'inReview' });
      await staff.isSignedInAs('support');
      await review.open(id);
      const chart = inspector.chartOf('an application');
      await expect(chart).toHaveAccessibleName(/Stands at In review; came through Draft, Submitted\.$/);
      await expect(chart.locator('.place')).toHaveText([
        '✓ Draft',
        '✓ Submitted',
        'In review',
        'Approved',
        'Withdrawn',
        'Declined',
      ]);
      expect(await horizontalOverflow(review.page)).toBe(0);
      await expectAccessible(review.page, 'chart of an application');
    });
  });
