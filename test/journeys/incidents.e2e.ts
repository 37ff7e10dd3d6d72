/** While a provider is away, each page of the back office says what does not work and what to tell a caller. */
import { aTrial, callsTo } from '../builders/index.ts';
import { expect, expectAccessible, test } from '../drivers/index.ts';

const OUTAGES = [
  {
    provider: 'Twilio',
    match: 'POST /v2/Services/*/Verifications',
    state: 'phoneVerification',
    call: 'resend-verification',
    what: 'Twilio does not answer: codes cannot be sent. It failed for 3 people, first just now, last just now.',
    say: 'Our text messages do not go out at the moment.',
  },
  {
    provider: 'Stripe',
    match: 'POST /v1/*',
    state: 'billingInformation',
    call: 'trial-setup-intent',
    what: 'Stripe does not answer: the card form does not open, and cards are not stored. It failed for 3 people,',
    say: 'Your details are saved and nothing was charged.',
  },
] as const;

for (const { provider, match, state, call, what, say } of OUTAGES)
  test(
    `Support sees that ${provider} is away, what to tell callers, and that it is over`,
    { tag: provider === 'Stripe' ? [] : '@thorough' },
    async ({ staff, page, stack }) => {
      const [one, two, three] = [
        await aTrial(stack, { state }),
        await aTrial(stack, { state }),
        await aTrial(stack, { state }),
      ];
      const tries = (trialId: number) => callsTo(stack).post(call, { trialId });
      await staff.isSignedInAs('support');
      await page.goto('/admin/ambassadors');
      const banner = page.getByRole('region', { name: 'Incident' });
      await expect(banner).toHaveCount(0);
      await stack.sandbox.fault({ match, mode: '500', times: 0 });
      for (const { id } of [one, two, three]) expect((await tries(id)).status).toBe(503);
      await expect(banner).toContainText(what);
      await expect(banner).toContainText(say);
      await expectAccessible(page, 'incident');
      await stack.sandbox.heal();
      expect((await tries(one.id)).status).toBe(200);
      await expect(banner).toHaveCount(0);
    },
  );
