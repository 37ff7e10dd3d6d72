import { aMember, lifeOf } from '../builders/index.ts';
import { expect, planLink } from '../drivers/index.ts';
import { PlanScreen } from '../drivers/plan-screen.ts';
import { test } from './engines.ts';

test('A member changes the plan, cancels it in two clicks, and keeps it after all', async ({ page, stack }) => {
  const plan = new PlanScreen(page);
  const member = await aMember(stack);
  await plan.follow(await planLink(stack, member.email));
  await expect(page).toHaveURL(/\/plan$/);
  await expect(plan.fact('Plan')).toContainText('Starter, 1-19 active users');
  await plan.choose('50-99');
  await plan.button('Change to 50-99 active users').click();
  await expect(plan.fact('First payment')).toContainText('$79.99 on ');
  await plan.cancelInTwoClicks();
  await expect(plan.fact('Next payment')).toContainText('None');
  await plan.button('Keep my plan').click();
  await expect(plan.fact('First payment')).toContainText('$79.99 on ');
  const { plan: kept, cancel_at: cancelAt } = await lifeOf(stack, member.id);
  expect([kept, cancelAt]).toEqual(['tier_50_99', null]);
});
