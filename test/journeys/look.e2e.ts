/** The look of the public site: the dark scheme, the left edge, the length of lines, the current page, the drawer. */
import { DESKTOP, expect, expectBestPractices, PHONE, refused, SiteFrame, test, Typeset } from '../drivers/index.ts';
import { PATHS, SHEET_PATHS } from '../site/pages.ts';

/** Characters. WCAG 2.2, 1.4.8 says 80; a line may have some more of the narrow letters. */
const LONGEST_LINE = 86;

/** Pages of the gate; `npm run soak journeys` looks at all. */
const FEW = ['/', '/blog/small-group-culture', '/trial'];

test.describe('In the dark scheme', () => {
  test.use({ colorScheme: 'dark' });

  test('the code and the card form pass axe', { tag: '@thorough' }, async ({ page, pastor, allow }) => {
    allow(refused(400), refused(402));
    await pastor.isAskedForCode();
    await pastor.phone.typeCode('000000');
    await pastor.toasts.warns('Invalid verification code');
    await expectBestPractices(page, 'wrong code');
    await pastor.isAskedForCard();
    await pastor.savesCard('declined');
    await pastor.toasts.warns('Payment Error');
    await expectBestPractices(page, 'card refused');
  });

  test('the page is dark before its styles are there, and the browser’s bar has its color', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('meta[name=color-scheme]')).toHaveAttribute('content', 'light dark');
    const bars = await page
      .locator('meta[name=theme-color]')
      .evaluateAll((all) =>
        all
          .filter((each) => matchMedia(each.getAttribute('media')!).matches)
          .map((each) => each.getAttribute('content')),
      );
    expect(bars).toEqual(['#10162b']);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(27, 36, 64)');
  });
});

/** Pages whose content is one centered column of its own: a sheet of paper, a missing page, and the outcome of a link. */
const CENTERED = new Set([
  ...SHEET_PATHS,
  '/pricing/treasurer',
  '/trial/success',
  '/trial-checkout-success',
  '/trial-request/sent',
  '/ambassador-application/sent',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/reminders/stop',
  '/plan/email',
  '/plan/keep-email',
  '/plan/not-mine',
  '/plan/confirm-receipts',
  '/plan/stop-receipts',
  '/plan/phone',
]);

test('At 1280 and 1600 px, header, headings, sections and footer have one left edge', async ({ page }) => {
  test.slow();
  for (const path of process.env['THOROUGH'] ? PATHS.filter((each) => !CENTERED.has(each)) : FEW) {
    await page.goto(path);
    for (const width of [1280, 1600]) {
      await page.setViewportSize({ width, height: 900 });
      const edges = await page.evaluate(() => {
        const parts = document.querySelectorAll(
          '.site-header .logo, .site-footer .logo, main h1, main section:has(> h1), main :is(.page, .reading) > :not(img)',
        );
        const shown = [...parts].filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1);
        return shown.map((each) => Math.round(each.getBoundingClientRect().left));
      });
      expect(edges.length, path).toBeGreaterThanOrEqual(3);
      expect([...new Set(edges)], `${path} at ${width} px`).toHaveLength(1);
    }
  }
});

test('No line of text is longer than an eye can follow back', async ({ page }) => {
  test.slow();
  const typeset = new Typeset(page);
  for (const path of process.env['THOROUGH'] ? PATHS : ['/', '/blog/small-group-culture', '/safety']) {
    await page.goto(path);
    for (const width of [768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await typeset.linesLongerThan(LONGEST_LINE), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test(
  'The pictures of /pricing are wide enough for what is on them, on a tablet, too',
  { tag: '@thorough' },
  async ({ page }) => {
    await page.goto('/pricing');
    for (const width of [320, 640, 768, 900, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const picture of await page.locator('#active-users [data-ground]').all())
        expect((await picture.boundingBox())!.width, `${width} px`).toBeGreaterThanOrEqual(248);
    }
  },
);

test('No figure of a statistic runs into the words beside it', { tag: '@thorough' }, async ({ page }) => {
  for (const path of ['/', '/conference', '/youth-pastor-guide']) {
    await page.goto(path);
    for (const width of [320, 375, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page
        .locator('.statistics .figure')
        .evaluateAll((all) =>
          all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
        );
      expect(wide, `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('On a phone the blank of a form to print stands beside its label', { tag: '@thorough' }, async ({ page }) => {
  for (const path of ['/sheets/consent-form', '/help/consent-form', '/pricing/treasurer']) {
    await page.goto(path);
    for (const width of [320, 375]) {
      await page.setViewportSize({ width, height: 800 });
      const torn = await page
        .locator('strong + .blank:not(.long)')
        .evaluateAll((blanks) =>
          blanks
            .filter(
              (blank) =>
                blank.getBoundingClientRect().top > blank.previousElementSibling!.getBoundingClientRect().bottom,
            )
            .map((blank) => blank.previousElementSibling!.textContent),
        );
      expect(torn, `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('The header, the drawer and the footer mark the current page, the header by a line in the color of the lamp', async ({
  page,
}) => {
  const frame = new SiteFrame(page);
  await page.setViewportSize(DESKTOP);
  for (const path of ['/pricing', '/pricing?people=40']) {
    await page.goto(path);
    for (const place of [frame.bar, frame.footer])
      await expect(place.locator('a[aria-current=page]'), path).toHaveText(['Pricing']);
  }
  const line = await frame.bar.getByRole('link', { name: 'Pricing' }).evaluate((each) => {
    const { textDecorationLine, textDecorationThickness } = getComputedStyle(each);
    return [textDecorationLine, textDecorationThickness];
  });
  expect(line).toEqual(['underline', '3px']);
  await page.goto('/blog');
  await expect(frame.bar.locator('a[aria-current]')).toHaveCount(0);
  await expect(frame.footer.locator('a[aria-current=page]')).toHaveText(['Blog']);
  await page.setViewportSize(PHONE);
  await page.goto('/trial-demo');
  await frame.openMenu();
  await expect(frame.drawer.locator('a[aria-current=page]')).toHaveText(['Demo']);
});

test.describe('With motion', () => {
  test.use({ viewport: DESKTOP, contextOptions: { reducedMotion: 'no-preference' } });

  test('Features and testimonials fade in one after the other', { tag: '@thorough' }, async ({ page }) => {
    await page.goto('/');
    for (const section of ['#features', '#testimonials']) {
      const items = page.locator(`${section} > :is(ol, ul) > li`);
      await expect(items.first()).toHaveCSS('opacity', '0');
      await page.locator(section).scrollIntoViewIfNeeded();
      for (const [at, delay] of ['0s', '0.15s', '0.3s'].entries()) {
        await expect(items.nth(at)).toHaveCSS('transition-delay', new RegExp(`^${delay.replace('.', '\\.')}(,|$)`));
        await expect(items.nth(at)).toHaveCSS('opacity', '1');
      }
    }
  });
});

test('The conference page offers the stores to a phone, and codes to scan on a desk', async ({ page }) => {
  const codes = page.locator('.codes [role=img]');
  await page.setViewportSize(PHONE);
  await page.goto('/conference');
  for (const code of await codes.all()) await expect(code).toBeHidden();
  for (const store of ['App Store', 'Google Play']) {
    const box = await page.getByRole('link', { name: store }).boundingBox();
    expect(box!.height).toBeGreaterThanOrEqual(44);
  }
  await page.setViewportSize(DESKTOP);
  await expect(codes).toHaveCount(2);
  for (const code of await codes.all()) await expect(code).toBeVisible();
});
