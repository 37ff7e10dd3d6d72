import { beforeAll, describe, expect, it } from '@jest/globals';
import { aKey, manyTrials, signedIn } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();

const church = `w${aKey()}`;
beforeAll(async () => {
  await manyTrials(stack, 120, { pastor: { churchName: church } });
});

const toldOf = ({ id }: { id: number }) =>
  stack.query(
    `SELECT action, subject, detail FROM audit_log WHERE account_id = $1 AND action <> 'signed in' ORDER BY id`,
    [id],
  );

describe('the audit', () => {
  it('has each search with its length and what it met, once a minute and list, and never its words', async () => {
    const support = await signedIn(stack, 'support');
    for (const q of [church, `${church} w`, `${church} wx`]) {
      await support.get(`/api/admin/trial-signups?limit=50&q=${q}`);
      await support.get(`/api/admin/trials?q=${q}`);
      await support.get(`/api/admin/funnel?q=${q}`);
    }
    await support.get('/api/admin/users?limit=50&q=%20');
    const { length } = church;
    expect(await toldOf(support)).toEqual([
      { action: 'searched', subject: 'list:trial-signups', detail: { length, rows: 120 } },
      { action: 'searched', subject: 'list:find', detail: { length, rows: 20 } },
      { action: 'searched', subject: 'list:funnel', detail: { length, rows: 120 } },
    ]);
    const [{ told }] = await stack.query('SELECT string_agg(audit_log::text, $1) AS told FROM audit_log', [' ']);
    expect(told).not.toContain(church);
  });

  it('has each list that is read in bulk, with its number of rows, and not a screenful', async () => {
    const administrator = await signedIn(stack);
    const path = `/api/admin/trial-signups?endDate=2100-01-01`;
    await administrator.get(`${path}&limit=50`);
    expect(await toldOf(administrator)).toEqual([]);
    const whole = await administrator.get(path);
    const { headers } = await administrator.get(`${path}&limit=60`);
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')![1]!;
    await administrator.get(next.replace('limit=60', 'limit=10'));
    const entry = { action: 'list read', subject: 'list:trial-signups' };
    expect(await toldOf(administrator)).toEqual([
      { ...entry, detail: { rows: whole.body.length } },
      { ...entry, detail: { rows: 60 } },
    ]);
  });

  it('has further pages of a screenful, too', async () => {
    const support = await signedIn(stack, 'support');
    const { headers } = await support.get(`/api/admin/trial-signups?limit=50`);
    await support.get(/<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')![1]!);
    expect(await toldOf(support)).toEqual([
      { action: 'list read', subject: 'list:trial-signups', detail: { rows: 50 } },
    ]);
  });
});
