import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TrialSignupRow } from '@lampstand/contracts/back-office';
import { aKey, aTrial, manyTrials, signedIn } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const LIST = '/api/admin/trial-signups';

let admin: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  admin = await signedIn(stack);
});

const asked = (path: string, query: Record<string, string> = {}) =>
  admin.get(`${path}?${new URLSearchParams(query).toString()}`);
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
const linkTo = (answer: { headers: Headers }, rel: 'next' | 'prev') =>
  new RegExp(`<([^>]+)>; rel="${rel}"`).exec(answer.headers.get('link') ?? '')?.[1];

/** A word that stands in nobody else's sign-up. */
const aWord = () => `w${aKey()}`;

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

  it.each(SORTS)('by %s is the same order in pages of five as in one piece, forwards and backwards', async (sort) => {
    const whole: TrialSignupRow[] = (await asked(LIST, { q: church, sort })).body;
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
  ])('by %s goes up, and with a minus down', async (sort, key) => {
    const up: string[] = (await asked(LIST, { q: church, sort })).body.map(key);
    expect(up).toEqual([...up].sort());
    const down: string[] = (await asked(LIST, { q: church, sort: `-${sort}` })).body.map(key);
    expect(down).toEqual(up.toReversed());
  });

  it('neither skips nor repeats while sign-ups are added', async () => {
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

  it('keeps the filter in the link, and nobody’s name or address', async () => {
    const { headers } = await asked(LIST, { q: church, sort: 'email', limit: '3' });
    const next = new URL(linkTo({ headers }, 'next')!, stack.url);
    expect(Object.fromEntries(next.searchParams)).toMatchObject({ q: church, sort: 'email', limit: '3' });
    expect(Buffer.from(next.searchParams.get('cursor')!, 'base64url').toString()).toMatch(/^email next \d+$/);
  });

  it('gives a thousand rows at most', async () => {
    const word = aWord();
    await manyTrials(stack, 1001, { pastor: { churchName: word } });
    const { body, headers } = await asked(LIST, { q: word });
    expect(body).toHaveLength(1000);
    expect(headers.get('x-total-count')).toBe('1001');
    expect((await admin.get(linkTo({ headers }, 'next')!)).body).toHaveLength(1);
  });
});
