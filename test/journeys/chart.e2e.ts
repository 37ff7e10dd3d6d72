/** The screen shows the step that the server is at; the back office shows the charts. */
import type { Locator, Page } from '@playwright/test';
import { aStoredApplication, aStoredSubscription, aTrial, aVisitor, timeOf } from '../builders/index.ts';
import { expect, test } from '../drivers/index.ts';

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
  test('from the first details to success', { tag: '@thorough' }, async ({ pastor, page }) => {
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

/** How many pixels of a picture have the color of the state that is lit. */
const litPixels = (picture: Locator) =>
  picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d')!;
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.naturalWidth, image.naturalHeight);
    let lit = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === 0xf5 && data[at + 1] === 0xa5 && data[at + 2] === 0x24) lit += 1;
    return lit;
  });

test('The charts of a member and of an application light the state that each is at', async ({
  staff,
  inspector,
  review,
  stack,
}) => {
  const at = await timeOf(stack);
  const member = await aTrial(stack, { state: 'success' });
  // The provider does not know it, so nothing of it may be due.
  await aStoredSubscription(stack, { id: member.id, state: 'trialing', at, columns: { closes_at: '9999-01-01' } });
  const { id } = await aStoredApplication(stack);
  await staff.isSignedInAs('support');
  await inspector.open(member.id);
  await inspector.standsAt('Account open');
  expect(await litPixels(inspector.chart)).toBeGreaterThan(1000);
  await expect(inspector.chartOf('subscription')).toHaveAccessibleName(/is at: Free trial$/);
  expect(await litPixels(inspector.chartOf('subscription'))).toBeGreaterThan(1000);
  await review.open(id);
  await inspector.expand('.technical');
  await expect(inspector.chartOf('application')).toHaveAccessibleName(/is at: Submitted$/);
  expect(await litPixels(inspector.chartOf('application'))).toBeGreaterThan(1000);
});
