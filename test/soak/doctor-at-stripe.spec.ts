import { describe, expect, it, jest } from '@jest/globals';
import { doctorCommand, stripe } from '../builders/index.ts';
import { provedAfterEach } from '../invariants/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(120_000);

const stack = ownStack({ apis: 1 });
provedAfterEach(stack);

describe('npm run doctor, after a change in the Stripe account', () => {
  it('tells of a price that was changed, until the server is started again', async () => {
    const [standing] = (await stripe(stack, 'prices?lookup_keys[]=tier_20_49')).data;
    const changed = { lookup_key: 'tier_20_49', transfer_lookup_key: 'true', currency: 'usd', unit_amount: '4999' };
    await stripe(stack, 'prices', { ...changed, 'recurring[interval]': 'month', product: standing.product });
    const { wrong, code } = await doctorCommand(stack);
    const line =
      /^WRONG {3}prices {6}tier_20_49 is sold at 4999 usd every 1 month instead of 3999 usd a month; restart/;
    expect({ wrong, code }).toEqual({ wrong: [expect.stringMatching(line)], code: 1 });
    await stack.apis[0]!.restart();
    expect((await doctorCommand(stack)).wrong).toEqual([]);
  });

  it('tells of a portal in which a change of plan ends the trial, or a card cannot be changed', async () => {
    const allow = async (features: Record<string, string>) => {
      const [{ id }] = (await stripe(stack, 'billing_portal/configurations')).data;
      const fields = Object.entries(features).map(([name, value]) => [`features${name}`, value]);
      await stripe(stack, `billing_portal/configurations/${id}`, Object.fromEntries(fields));
      return (await doctorCommand(stack)).wrong;
    };
    const plans = '[subscription_update][enabled]';
    const card = '[payment_method_update][enabled]';
    const trial = '[subscription_update][trial_update_behavior]';
    expect(await allow({ [plans]: 'true', [trial]: 'end_trial' })).toEqual([
      expect.stringMatching(/^WRONG {3}portal .*would end the free trial; let it continue/),
    ]);
    expect(await allow({ [trial]: 'continue_trial', [card]: 'false' })).toEqual([
      expect.stringMatching(/^WRONG {3}portal .*cannot change their card; allow it/),
    ]);
    expect(await allow({ [plans]: 'false', [card]: 'true' })).toEqual([]);
  });

  it('tells of a webhook endpoint that is gone, of another version, or deaf, until it is right', async () => {
    const endpoints = () => stripe(stack, 'webhook_endpoints');
    const remove = async () => {
      for (const { id } of (await endpoints()).data)
        await fetch(`${stack.sandboxUrl}/v1/webhook_endpoints/${id}`, {
          method: 'DELETE',
          headers: { authorization: 'Bearer sk_test_sandbox' },
        });
    };
    const make = async (given: Record<string, string>) => {
      await remove();
      await stripe(stack, 'webhook_endpoints', { url: `${stack.url}/api/stripe/webhook`, ...given });
    };
    const [{ api_version: version }] = (await endpoints()).data;
    const wrong = async () => (await doctorCommand(stack)).wrong;
    await remove();
    expect(await wrong()).toEqual([expect.stringMatching(/^WRONG {3}webhook .*no enabled endpoint for .*; add it/)]);
    await make({ 'enabled_events[]': '*', api_version: '2024-06-20' });
    expect(await wrong()).toEqual([expect.stringMatching(/^WRONG {3}webhook .*2024-06-20 instead of /)]);
    await make({ 'enabled_events[]': 'invoice.paid', api_version: version });
    expect(await wrong()).toEqual([
      expect.stringMatching(/^WRONG {3}webhook .*is not told of .*customer\.updated.*; select/),
    ]);
    await make({ 'enabled_events[]': '*', api_version: version });
    expect(await wrong()).toEqual([]);
  });
});
