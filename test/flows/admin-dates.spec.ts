/** Days are days of the organization in Chicago, whatever the time zone of the server. */
import { beforeAll, describe, expect, it } from 'vitest';
import { aTrial, readCsv, signedIn } from '../builders/index.ts';
import { ownStack } from '../support/own-stack.ts';

/** The first and the last millisecond of days in America/Chicago: an ordinary day, one of 23 hours, one of 25. */
const DAYS = [
  ['2026-01-15', '2026-01-15T06:00:00.000Z', '2026-01-16T05:59:59.999Z'],
  ['2026-03-08', '2026-03-08T06:00:00.000Z', '2026-03-09T04:59:59.999Z'],
  ['2026-11-01', '2026-11-01T05:00:00.000Z', '2026-11-02T05:59:59.999Z'],
] as const;
const NAMES = DAYS.map(([day]) => day);
const LIST = '/api/admin/trial-signups';

describe('with the server in Tokyo', () => {
  const stack = ownStack({ apis: 1, env: { TZ: 'Asia/Tokyo' } });
  let admin: Awaited<ReturnType<typeof signedIn>>;
  /** The ids of the sign-ups at the first and the last instant of each day. */
  const idsOn = new Map<string, { first: number; last: number }>();

  beforeAll(async () => {
    admin = await signedIn(stack);
    const signUpAt = async (at: string) => (await aTrial(stack, { columns: { created_at: at } })).id;
    for (const [day, first, last] of DAYS) {
      await signUpAt(new Date(Date.parse(first) - 1).toISOString());
      idsOn.set(day, { first: await signUpAt(first), last: await signUpAt(last) });
      await signUpAt(new Date(Date.parse(last) + 1).toISOString());
    }
  }, 90_000);

  const listed = async (query: string): Promise<number[]> =>
    (await admin.get(`${LIST}?${query}`)).body.map(({ id }: { id: number }) => id);
  const exported = async (query: string): Promise<number[]> =>
    readCsv((await admin.get(`${LIST}/export?bom=0&columns=Trial ID&${query}`)).text)
      .slice(1)
      .map(([id]) => Number(id?.slice(1)));

  it.each(NAMES)('%s begins and ends at midnight in Chicago, in the list, the export and the funnel', async (day) => {
    const { first, last } = idsOn.get(day)!;
    const query = `startDate=${day}&endDate=${day}`;
    expect(await listed(query)).toEqual([last, first]);
    expect(await exported(query)).toEqual([last, first]);
    const { body } = await admin.get(`/api/admin/funnel?${query}`);
    const counts = { registered: 2, verified: 0, card: 0, account: 0 };
    expect(body).toEqual({ ...counts, days: [{ day, ...counts }] });
  });

  it.each(NAMES)('a filter may start or end on %s', async (day) => {
    const { first, last } = idsOn.get(day)!;
    const since = await listed(`startDate=${day}`);
    expect(since.at(-1)).toBe(first);
    const until = await listed(`endDate=${day}`);
    expect(until[0]).toBe(last);
    expect(since.length + until.length).toBe((await listed('')).length + 2);
    expect([await exported(`startDate=${day}`), await exported(`endDate=${day}`)]).toEqual([since, until]);
  });

  it('the two hours at the end of daylight saving time read alike in the file, in their order', async () => {
    const church = 'Church of the Long Night';
    for (const at of ['2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z', '2026-11-01T08:30:00Z'])
      await aTrial(stack, { pastor: { churchName: church }, columns: { created_at: at } });
    const { text } = await admin.get(`${LIST}/export?bom=0&columns=Date&q=long night`);
    const hours = ['02:30', '01:30', '01:30'].map((hour) => `"2026-11-01 ${hour}"\n`);
    expect(text).toBe(`Date (America/Chicago)\n${hours.join('')}`);
  });

  it('"since" is an instant and includes it', async () => {
    const [, first] = DAYS[2];
    expect((await listed(`since=${first}`)).at(-1)).toBe(idsOn.get('2026-11-01')!.first);
  });

  it('the export is named after today in Chicago', async () => {
    const { headers } = await admin.get(`${LIST}/export?q=nobody-at-all`);
    const { today } = (await admin.get('/api/config')).body;
    expect(headers.get('content-disposition')).toBe(`attachment; filename="trial-signups-${today}.csv"`);
  });
});
