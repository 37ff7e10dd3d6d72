import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Funnel, FunnelCounts } from '@lampstand/contracts/back-office';
import { aKey, aTrial, signedIn } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const church = `w${aKey()}`;

let admin: Awaited<ReturnType<typeof signedIn>>;
const funnel = async (query = ''): Promise<Funnel> => (await admin.get(`/api/admin/funnel?q=${church}${query}`)).body;

const counts = (registered: number, verified: number, card: number, account: number): FunnelCounts => ({
  registered,
  verified,
  card,
  account,
});

beforeAll(async () => {
  admin = await signedIn(stack);
  const states = [
    'phoneVerification',
    'cancelled',
    'billingInformation',
    'alreadyMember',
    'openingAccount',
    'success',
  ] as const;
  for (const [index, state] of states.entries())
    await aTrial(stack, {
      state,
      pastor: { churchName: church },
      columns: { created_at: index < 3 ? '2026-02-01T18:00:00Z' : '2026-02-04T18:00:00Z' },
    });
});

describe('the funnel', () => {
  it('counts how far the sign-ups came, in all and by day, with no gap between days', async () => {
    expect(await funnel()).toEqual({
      ...counts(6, 4, 2, 1),
      days: [
        { day: '2026-02-01', ...counts(3, 1, 0, 0) },
        { day: '2026-02-02', ...counts(0, 0, 0, 0) },
        { day: '2026-02-03', ...counts(0, 0, 0, 0) },
        { day: '2026-02-04', ...counts(3, 3, 2, 1) },
      ],
    });
  });

  it('is of the filter on screen', async () => {
    expect(await funnel('&startDate=2026-02-02&endDate=2026-02-04')).toEqual({
      ...counts(3, 3, 2, 1),
      days: [{ day: '2026-02-04', ...counts(3, 3, 2, 1) }],
    });
    expect(await funnel('&startDate=2026-02-02&endDate=2026-02-03')).toEqual({ ...counts(0, 0, 0, 0), days: [] });
    expect((await admin.get('/api/admin/funnel?startDate=2026-02-30')).status).toBe(400);
  });

  it('is for support, too', async () => {
    const support = await signedIn(stack, 'support');
    expect((await support.get(`/api/admin/funnel?q=${church}`)).body).toMatchObject(counts(6, 4, 2, 1));
  });
});
