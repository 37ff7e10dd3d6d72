import { beforeAll, describe, expect, it } from '@jest/globals';
import { aKey, aPhone, aTrial, signedIn } from '../builders/index.ts';
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
/** A word that stands in nobody else's sign-up. */
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
    ['the id as the file writes it', () => `#${id}`],
    ['first and last name', () => `Zoë O'Brien-${word}`],
    ['the last name first', () => `O'brien-${word} zoë`],
    ['capitals', () => `O'BRIEN-${word.toUpperCase()}`],
    ['a fragment of the name', () => `brien-${word.slice(0, 15)}`],
    ['letters that are composed', () => `Zoe\u0308 ${word}`],
    ['the e-mail', () => `${word}.z@church.example`],
    ['a fragment of the e-mail', () => `${word.slice(5)}.z@`],
    ['the church with its per cent sign', () => `${word}% of_the\\way`],
    ['two letters at the start of a word', () => `${word} zo`],
    ['blanks around it', () => `  ${word}.z  `],
  ])('finds by %s', async (_what, typed) => {
    const { status, body } = await asked(LIST, { q: typed() });
    expect({ status, ids: idsOf(body) }).toEqual({ status: 200, ids: [id] });
  });

  it.each([
    ['a per cent sign as itself', () => `${word.slice(0, 6)}%${word.slice(8)}`],
    ['an underline as itself', () => `_${word.slice(1)}`],
    ['a backslash as itself', () => `\\${word}`],
    ['two letters in the middle of a word', () => `${word} ië`],
    ['one word that is nowhere', () => `${word} ${aWord()}`],
    ['a quote and a semicolon as themselves', () => `'; DROP TABLE trial_signups; --${word}`],
  ])('takes %s', async (_what, typed) => {
    expect(await asked(LIST, { q: typed() })).toMatchObject({ status: 200, body: [] });
  });

  it('counts what it finds, and does not when it is empty', async () => {
    expect((await asked(LIST, { q: word })).headers.get('x-total-count')).toBe('1');
    const all = await asked(LIST, { q: '   ', limit: '1' });
    const [{ count }] = await stack.query('SELECT count(*)::int AS count FROM trial_signups');
    expect(Number(all.headers.get('x-total-count'))).toBeLessThanOrEqual(count);
    expect(Number(all.headers.get('x-total-count'))).toBeGreaterThan(1);
  });
});
