/** Search, sorting, paging and the funnel of the sign-ups in the back office. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { aKey, aPhone, aTrial, manyTrials, signedIn } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';
import type { Funnel, FunnelCounts, TrialSignupRow } from '@lampstand/contracts/back-office';

const stack = sharedStack();
const LIST = '/api/admin/trial-signups';

let admin: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  admin = await signedIn(stack);
});

const list = (path: string, query: Record<string, string> = {}) =>
  admin.get(`${path}?${new URLSearchParams(query).toString()}`);
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
const linkTo = (answer: { headers: Headers }, rel: 'next' | 'prev') =>
  new RegExp(`<([^>]+)>; rel="${rel}"`).exec(answer.headers.get('link') ?? '')?.[1];
/** A word that no other sign-up contains. */
const aWord = () => `w${aKey()}`;

describe('the search box', () => {
  const phone = aPhone();
  const word = aWord();
  const part = (from: number, to?: number) => phone.slice(from, to);
  let id: number;
  beforeAll(async () => {
    const pastor = {
      firstName: 'Zoë',
      lastName: `O'Brien-${word}`,
      email: `${word}.z@church.example`,
      churchName: `${word}% of_the\\Way`,
      phone,
    };
    ({ id } = await aTrial(stack, { pastor }));
    await aTrial(stack, { pastor: { churchName: `x${word.slice(1)}x of the Way` } });
  });

  it.each([
    ['ten digits', () => phone],
    ['(512) 555-0142', () => `(${part(0, 3)}) ${part(3, 6)}-${part(6)}`],
    ['512-555-0142', () => `${part(0, 3)}-${part(3, 6)}-${part(6)}`],
    ['512.555.0142', () => `${part(0, 3)}.${part(3, 6)}.${part(6)}`],
    ['512 555 0142', () => `${part(0, 3)} ${part(3, 6)} ${part(6)}`],
    ['+1 512 555 0142', () => `+1 ${part(0, 3)} ${part(3, 6)} ${part(6)}`],
    ['1-512-555-0142', () => `1-${part(0, 3)}-${part(3, 6)}-${part(6)}`],
    ['the last seven digits', () => `${part(3, 6)}-${part(6)}`],
    ['a phone beside a name', () => `zoë (${part(0, 3)}) ${part(3, 6)}-${part(6)}`],
    ['the id', () => String(id)],
    ['the id as exports write it', () => `#${id}`],
    ['first and last name', () => `Zoë O'Brien-${word}`],
    ['the last name first', () => `O'brien-${word} zoë`],
    ['capitals', () => `O'BRIEN-${word.toUpperCase()}`],
    ['a fragment of the name', () => `brien-${word.slice(0, 15)}`],
    ['decomposed letters', () => `Zoe\u0308 ${word}`],
    ['the email', () => `${word}.z@church.example`],
    ['a fragment of the email', () => `${word.slice(5)}.z@`],
    ['the church with its per cent sign', () => `${word}% of_the\\way`],
    ['two letters at the start of a word', () => `${word} zo`],
    ['spaces around it', () => `  ${word}.z  `],
  ])('finds by %s', async (_what, typed) => {
    const { status, body } = await list(LIST, { q: typed() });
    expect({ status, ids: idsOf(body) }).toEqual({ status: 200, ids: [id] });
  });

  it.each([
    ['a per cent sign literally', () => `${word.slice(0, 6)}%${word.slice(8)}`],
    ['an underscore literally', () => `_${word.slice(1)}`],
    ['a backslash literally', () => `\\${word}`],
    ['two letters in the middle of a word, which match nothing', () => `${word} ië`],
    ['two words of which one matches nothing', () => `${word} ${aWord()}`],
    ['a quote and a semicolon literally', () => `'; DROP TABLE trial_signups; --${word}`],
  ])('searches for %s', async (_what, typed) => {
    expect(await list(LIST, { q: typed() })).toMatchObject({ status: 200, body: [] });
  });

  it('counts its results, and an empty search counts all sign-ups', async () => {
    expect((await list(LIST, { q: word })).headers.get('x-total-count')).toBe('1');
    const all = await list(LIST, { q: '   ', limit: '1' });
    const [{ count }] = await stack.query('SELECT count(*)::int AS count FROM trial_signups');
    expect(Number(all.headers.get('x-total-count'))).toBeLessThanOrEqual(count);
    expect(Number(all.headers.get('x-total-count'))).toBeGreaterThan(1);
  });
});

describe('sorting and paging', () => {
  const church = aWord();
  const SORTS = ['createdAt', '-createdAt', 'name', '-name', 'email', '-email', 'churchName', '-churchName'];
  beforeAll(async () => {
    // Many share a name, a church and an instant: only the id tells them apart.
    for (let index = 0; index < 23; index += 1) {
      await aTrial(stack, {
        pastor: {
          firstName: ['ann', 'Bob', 'Ángel'][index % 3]!,
          lastName: 'Lee',
          churchName: `${church} ${index % 2}`,
        },
        columns: { created_at: `2026-03-0${1 + (index % 4)}T10:00:00.${index % 5}Z` },
      });
    }
  });

  it.each(SORTS)('by %s gives the same order in pages of five as in one list, forward and backward', async (sort) => {
    const whole: TrialSignupRow[] = (await list(LIST, { q: church, sort })).body;
    expect(whole).toHaveLength(23);
    const pages: number[][] = [];
    let address: string | undefined = `${LIST}?${new URLSearchParams({ q: church, sort, limit: '5' }).toString()}`;
    let last: string | undefined;
    for (; address; last = address, address = linkTo(await admin.get(address), 'next'))
      pages.push(idsOf((await admin.get(address)).body));
    expect(pages.flat()).toEqual(idsOf(whole));
    const back: number[][] = [];
    for (address = last; address; address = linkTo(await admin.get(address), 'prev'))
      back.unshift(idsOf((await admin.get(address)).body));
    expect(back.slice(-4)).toEqual(pages.slice(-4));
    expect(back[0]).toEqual(pages[0]);
  });

  it.each([
    ['name', ({ firstName, lastName }: TrialSignupRow) => `${firstName} ${lastName}`.toLowerCase()],
    ['email', ({ email }: TrialSignupRow) => email.toLowerCase()],
    ['churchName', ({ churchName }: TrialSignupRow) => churchName.toLowerCase()],
    ['createdAt', ({ createdAt }: TrialSignupRow) => createdAt],
  ])('by %s is ascending, and descending with a minus', async (sort, key) => {
    const up: string[] = (await list(LIST, { q: church, sort })).body.map(key);
    expect(up).toEqual([...up].sort());
    const down: string[] = (await list(LIST, { q: church, sort: `-${sort}` })).body.map(key);
    expect(down).toEqual(up.toReversed());
  });

  it('skips and repeats no sign-up while others are added', async () => {
    const word = aWord();
    const made = [];
    for (let index = 0; index < 9; index += 1) made.push((await aTrial(stack, { pastor: { churchName: word } })).id);
    const seen: number[] = [];
    let address: string | undefined = `${LIST}?q=${word}&limit=2`;
    while (address) {
      const answer = await admin.get(address);
      seen.push(...idsOf(answer.body));
      await aTrial(stack, { pastor: { churchName: word } });
      address = linkTo(answer, 'next');
    }
    expect(seen).toHaveLength(made.length);
    expect(new Set(seen)).toEqual(new Set(made));
  });

  it('keeps the filter in the next link, and no name or email in its cursor', async () => {
    const { headers } = await list(LIST, { q: church, sort: 'email', limit: '3' });
    const next = new URL(linkTo({ headers }, 'next')!, stack.url);
    expect(Object.fromEntries(next.searchParams)).toMatchObject({ q: church, sort: 'email', limit: '3' });
    expect(Buffer.from(next.searchParams.get('cursor')!, 'base64url').toString()).toMatch(/^email next \d+$/);
  });

  it('returns at most a thousand rows', async () => {
    const word = aWord();
    await manyTrials(stack, 1001, { pastor: { churchName: word } });
    const { body, headers } = await list(LIST, { q: word });
    expect(body).toHaveLength(1000);
    expect(headers.get('x-total-count')).toBe('1001');
    expect((await admin.get(linkTo({ headers }, 'next')!)).body).toHaveLength(1);
  });

  it('counts the matches of a search up to five thousand', async () => {
    const word = aWord();
    await manyTrials(stack, 5000, { pastor: { churchName: word } });
    const totalOf = async () => {
      const { headers } = await list(LIST, { q: word, limit: '1' });
      return [headers.get('x-total-count'), headers.get('x-total-relation')];
    };
    expect(await totalOf()).toEqual(['5000', null]);
    await aTrial(stack, { pastor: { churchName: word } });
    expect(await totalOf()).toEqual(['5000', 'gte']);
  });
});

const counts = (registered: number, verified: number, card: number, account: number): FunnelCounts => ({
  registered,
  verified,
  card,
  account,
});

describe('the funnel', () => {
  const church = aWord();
  const funnel = async (query = ''): Promise<Funnel> => (await admin.get(`/api/admin/funnel?q=${church}${query}`)).body;

  beforeAll(async () => {
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

  it('counts the steps that sign-ups reached, in total and by day, without gaps between days', async () => {
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

  it('uses the filter of the list', async () => {
    expect(await funnel('&startDate=2026-02-02&endDate=2026-02-04')).toEqual({
      ...counts(3, 3, 2, 1),
      days: [{ day: '2026-02-04', ...counts(3, 3, 2, 1) }],
    });
    expect(await funnel('&startDate=2026-02-02&endDate=2026-02-03')).toEqual({ ...counts(0, 0, 0, 0), days: [] });
    expect((await admin.get('/api/admin/funnel?startDate=2026-02-30')).status).toBe(400);
  });

  it('is open to support agents', async () => {
    const support = await signedIn(stack, 'support');
    expect((await support.get(`/api/admin/funnel?q=${church}`)).body).toMatchObject(counts(6, 4, 2, 1));
  });
});
