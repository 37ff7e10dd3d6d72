/**
 * The back office as a support agent sees it, searched for the personal values that a masked role must not read. In the gate
 * flows/masked-views.spec reads every answer that these pages show.
 */
import { canaries, hiddenValuesOf } from '../builders/index.ts';
import { expect, idleNetwork, refused, test } from '../drivers/index.ts';
import { STAFF_PAGES } from '../../apps/web/app/back-office/pages.ts';

test(
  'No page that support opens has a hidden value, in its text or in what it loads',
  { tag: '@thorough' },
  async ({ staff, inspector, page, stack, allow }) => {
    test.slow();
    // The page of an invitation, without its link.
    allow(refused(410, 'password-link'));
    const made = await canaries(stack);
    const idle = idleNetwork(page);
    const texts: [where: string, text: string][] = [];
    const reading: Promise<void>[] = [];
    page.on('response', (response) => {
      if (!/json|html|csv/.test(response.headers()['content-type'] ?? '')) return;
      const read = response.text().then((text) => void texts.push([response.url(), text]));
      // A page that is left has no answers any more.
      reading.push(read.catch(() => {}));
    });
    const looks = async (where: string) => texts.push([where, await page.locator('html').innerHTML()]);
    /** The records of the pages whose path ends with `_`. */
    const records: Record<string, (number | string)[]> = {
      '/trials/_': made.signups,
      '/admin/ambassadors/_': made.applications,
      '/admin/trial-requests/_': [made.request],
    };
    const paths = Object.values(STAFF_PAGES).flatMap(({ path }) =>
      path.endsWith('_') ? records[path]!.map((id) => path.replace('_', String(id))) : [path],
    );

    await staff.isSignedInAs('support');
    const lists = ['/admin', '/trials', '/admin/ambassadors', '/admin/trial-requests'];
    for (const path of [...paths, '/admin/queue?group=deadJobs', ...lists.map((list) => `${list}?q=${made.name}`)]) {
      await page.goto(path);
      await expect(page.locator('h1'), path).toBeVisible();
      await idle();
      await page.locator('#content details').evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')));
      await looks(path);
    }
    await page.goto(`/trials/${made.signups[0]}`);
    await expect(inspector.name).toContainText(made.name);
    for (const mail of await page.getByRole('button', { name: /^Read/ }).all()) {
      await mail.click();
      await expect(page.getByRole('dialog').locator('.said')).toBeVisible();
      await looks('a mail');
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type(made.name);
    await expect(page.getByRole('dialog').getByText(made.name).first()).toBeVisible();
    await looks('the search');

    await Promise.all(reading);
    const hidden = await hiddenValuesOf(stack, made);
    const leaks = texts.flatMap(([where, text]) =>
      hidden.flatMap(({ column, pattern }) => {
        const at = text.search(pattern);
        return at < 0 ? [] : [`${where} shows ${column}: ${text.slice(Math.max(0, at - 80), at + 60)}`];
      }),
    );
    expect(leaks).toEqual([]);
    expect(texts.filter(([, text]) => text.includes(made.name)).length).toBeGreaterThan(15);
  },
);
