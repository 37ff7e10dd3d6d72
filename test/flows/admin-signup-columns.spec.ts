/** The columns of the sign-ups that staff choose: the same in the list and its file. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { aKey, aStoredSubscription, aTrial, readCsv, signedIn } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const LIST = '/api/admin/trial-signups';

let admin: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  admin = await signedIn(stack);
});

describe('the chosen columns of the sign-ups', () => {
  const COLUMNS = 'Plan,How Heard,In State Since,Owed,Contacted,Owner,Message';

  it('are in the rows and the file, without a value where there is none', async () => {
    const church = `w${aKey()}`;
    const columns = { created_at: '2026-02-03T04:05:06Z', contacted_at: '2026-02-04T00:00:00Z' };
    const pastor = { churchName: church, message: 'Please call.' };
    const { id } = await aTrial(stack, { state: 'success', pastor, columns });
    await aTrial(stack, { pastor: { churchName: church, howHeardAbout: '' } });
    await aStoredSubscription(stack, { id, state: 'pastDue', at: '2026-02-20T10:00:00Z' });
    for (const [status, paid] of [
      ['open', 500],
      ['paid', 1999],
    ] as const)
      await stack.query(
        `INSERT INTO payments (id, subscription_id, status, plan, amount_in_cents, paid_in_cents, attempts, period_from, period_to, paid_at, created_at)
         VALUES ($1, $2, $3, 'tier_1_19', 1999, $4, 1, now(), now(), CASE WHEN $3 = 'paid' THEN now() END, now())`,
        [`in_${status}_${id}`, id, status, paid],
      );
    await admin.post(`admin/queue/signup/${id}/take`, {});
    const [unsaid, said] = (await admin.get(`${LIST}?q=${church}&columns=${COLUMNS}`)).body;
    expect(said).toMatchObject({
      plan: 'tier_1_19',
      howHeardAbout: 'A friend',
      inStateSince: '2026-02-20T10:00:00.000Z',
      owedInCents: 1499,
      contactedAt: '2026-02-04T00:00:00.000Z',
      owner: admin.email,
      message: 'Please call.',
    });
    for (const name of ['owedInCents', 'contactedAt', 'owner']) expect(unsaid).not.toHaveProperty(name);
    expect((await admin.get(`${LIST}?q=${church}`)).body[0]).not.toHaveProperty('plan');
    const support = await signedIn(stack, 'support');
    const { body, text } = await support.get(`${LIST}?q=${church}&columns=${COLUMNS}`);
    expect(body[1]).toMatchObject({ messageHidden: true, owedInCents: 1499 });
    expect(text).not.toContain('Please call.');

    const file = await admin.get(`${LIST}/export?bom=0&q=${church}&sort=createdAt&columns=${COLUMNS}`);
    const [header, row] = readCsv(file.text);
    expect(header).toEqual(
      COLUMNS.split(',').map((name) => (/Since|Contacted/.test(name) ? `${name} (America/Chicago)` : name)),
    );
    expect(row).toEqual([
      'Starter',
      'A friend',
      '2026-02-20 04:00',
      '14.99',
      '2026-02-03 18:00',
      admin.email,
      'Please call.',
    ]);
  });
});
