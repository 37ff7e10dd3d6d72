import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { wider } from './weight.ts';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Nothing that a machine can find against WCAG 2.2 AA, in the page and in its frames. */
export const hasNoBarriers = (page: Page, where: string): Promise<void> => finds(page, where, WCAG_22_AA);

/** Nor against what is good practice beyond it. */
export const isWellMade = (page: Page, where: string): Promise<void> =>
  finds(page, where, [...WCAG_22_AA, 'best-practice']);

/** Open to everybody, and no wider than the screen. */
export async function isFine(page: Page, where: string): Promise<void> {
  await hasNoBarriers(page, where);
  expect(await wider(page), where).toBe(0);
}

async function finds(page: Page, where: string, tags: string[]): Promise<void> {
  // Faster: no details of passed rules, and no second page to merge the results of frames where the page has none.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(tags)
    .setLegacyMode(page.frames().length === 1)
    .analyze();
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }));
  expect(found, where).toEqual([]);
}
