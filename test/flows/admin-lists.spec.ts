import { beforeAll, describe, expect, it } from 'vitest';
import {
  aKey,
  aMember,
  anAgent,
  aPhone,
  aStoredApplication,
  aStoredReader,
  aStoredRequest,
  aStoredSubscription,
  aTrial,
  changeTrial,
  deleteReader,
  manyTrials,
  readCsv,
  signedIn,
  unlocksDatabase,
  aStoredAccount,
  aStoredPayment,
  countOfTrials,
} from '../builders/index.ts';
import { eventually, sharedStack } from '../support/index.ts';
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

/** A word that no other sign-up contains. */
const aWord = () => `w${aKey()}`;

describe('the list of sign-ups', () => {
  it('has the fields of the contract, newest first, with superseded sign-ups if asked for', async () => {
    const church = aWord();
    const older = await aTrial(stack, {
      pastor: { churchName: church },
      columns: { created_at: '2026-02-03T04:05:06Z' },
    });
    const newer = await aTrial(stack, {
      state: 'billingInformation',
      pastor: { churchName: church, lastName: '' },
      columns: { superseded_by: older.id, created_at: '2026-02-03T04:05:07.123Z' },
    });
    const { status, body, headers } = await list(LIST, { q: church, include: 'superseded' });
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual([newer.id, older.id]);
    expect(body[0]).toEqual({
      id: newer.id,
      createdAt: '2026-02-03T04:05:07.123Z',
      firstName: 'Mary',
      lastName: '',
      email: newer.email,
      phone: newer.phone,
      churchName: church,
      position: 'Youth Pastor',
      churchSize: '100-250',
      state: 'billingInformation',
    });
    expect(headers.get('x-total-count')).toBe('2');
    expect(headers.get('link')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('masks people for support agents, who still find them', async () => {
    const support = await signedIn(stack, 'support');
    const trial = await aTrial(stack, { state: 'billingInformation' });
    for (const path of [LIST, '/api/incomplete-trials/json']) {
      const { body, text } = await support.get(`${path}?q=${trial.phone}`);
      expect(idsOf(body)).toEqual([trial.id]);
      expect(body[0]).toMatchObject({ email: `p•••@church.example`, phone: `(•••) •••-${trial.phone.slice(-4)}` });
      expect(text).not.toContain(trial.phone);
      expect(text).not.toContain(trial.email);
    }
  });
});

describe('a query that a list refuses', () => {
  it.each([
    [{ startDate: '2026-02-30' }, { startDate: 'Please choose a valid date' }],
    [{ endDate: '11/20/2026' }, { endDate: 'Please choose a valid date' }],
    [
      { startDate: '2026-03-02', endDate: '2026-03-01' },
      { startDate: 'The start date must not be after the end date' },
    ],
    [{ since: 'yesterday' }, { since: 'Please choose a valid date' }],
    [{ since: '0000-01-01T00:00:00Z' }, { since: 'Please choose a valid date' }],
    [{ startDate: '1899-12-31' }, { startDate: 'Please choose a valid date' }],
    [{ sort: 'phone' }, { sort: 'Invalid input' }],
    [{ state: 'registration' }, { state: 'Invalid input' }],
    [{ stuck: 'code,nowhere' }, { stuck: 'Invalid input' }],
    [{ waiting: '-1' }, { waiting: 'Invalid input' }],
    [{ include: 'everyone' }, { include: 'Invalid input' }],
    [{ owner: 'x'.repeat(201) }, { owner: 'Invalid input' }],
    [{ columns: 'Name,Shoe size' }, { columns: 'Please choose from the columns there are, each once' }],
    [{ limit: '0' }, { limit: 'Invalid input' }],
    [{ limit: '1001' }, { limit: 'Invalid input' }],
    [{ q: 'x'.repeat(201) }, { q: 'Invalid input' }],
    [{ q: 'a\0b' }, { q: 'Invalid input' }],
    [{ cursor: 'bm9uc2Vuc2U' }, { cursor: 'Invalid input' }],
    [{ cursor: Buffer.from('{"by":"-createdAt"}').toString('base64url') }, { cursor: 'Invalid input' }],
    [{ cursor: 'x'.repeat(200) }, { cursor: 'Invalid input' }],
  ])('%j answers 400 and names the field', async (query, fields) => {
    expect(await list(LIST, query as unknown as Record<string, string>)).toMatchObject({
      status: 400,
      body: { fields },
    });
  });

  it('with a parameter twice answers 400; unknown and empty parameters are ignored', async () => {
    expect((await admin.get(`${LIST}?q=a&q=b`)).status).toBe(400);
    expect((await admin.get(`${LIST}?nonsense=1&startDate=&endDate=&limit=1`)).status).toBe(200);
  });
});

describe('the list of incomplete sign-ups', () => {
  it('holds the sign-ups with a verified phone, no card and no account that are not superseded', async () => {
    const church = aWord();
    const store = (given: Parameters<typeof aTrial>[1]) => aTrial(stack, { pastor: { churchName: church }, ...given });
    const one = await store({ state: 'billingInformation', columns: { contacted_at: '2026-02-03T04:05:06Z' } });
    const withoutMessage = await store({
      state: 'billingInformation',
      pastor: { churchName: church, message: '' },
      columns: { created_at: '2020-01-01T00:00:00Z' },
    });
    await store({ state: 'phoneVerification' });
    await store({ state: 'cancelled' });
    await store({ state: 'alreadyMember' });
    await store({ state: 'openingAccount' });
    await store({ state: 'success' });
    await store({ state: 'billingInformation', columns: { superseded_by: one.id } });
    await store({
      state: 'billingInformation',
      columns: { email: '', phone: '0000000000', erased_at: '2026-02-03T04:05:06Z' },
    });
    const { body, headers } = await list('/api/incomplete-trials/json', { q: church });
    expect(idsOf(body)).toEqual([one.id, withoutMessage.id]);
    expect(headers.get('x-total-count')).toBe('2');
    expect(body[0]).toMatchObject({
      churchCity: 'Austin',
      churchState: 'TX',
      message: 'Looking forward to it.',
      contactedAt: '2026-02-03T04:05:06.000Z',
    });
    expect(body[1]).not.toHaveProperty('message');
    expect(body[1]).not.toHaveProperty('contactedAt');
  });
});

describe('the other lists', () => {
  it('of trial requests and newsletter readers find people, masked for support agents', async () => {
    const support = await signedIn(stack, 'support');
    const word = aWord();
    const id = 2 ** 42 + Math.floor(Math.random() * 2 ** 40);
    const email = `${word}@church.example`;
    await aStoredRequest(stack, { id, firstName: 'Ruth', email, phone: '5125550142', yearsInMinistry: '5-10 years' });
    await aStoredReader(stack, { id, email });
    const [request] = (await list('/api/admin/trial-requests', { q: word })).body;
    expect(request).toMatchObject({ id, firstName: 'Ruth', phone: '5125550142', yearsInMinistry: '5-10 years' });
    const [reader] = (await list('/api/admin/newsletter', { q: word, status: 'confirmed' })).body;
    expect(reader).toEqual({
      id,
      email: `${word}@church.example`,
      status: 'confirmed',
      requestedAt: '2026-01-02T00:00:00.000Z',
      confirmedAt: '2026-01-03T00:00:00.000Z',
      unsubscribedAt: null,
    });
    expect((await list('/api/admin/newsletter', { q: word, status: 'pending' })).body).toEqual([]);
    for (const path of ['/api/admin/trial-requests', '/api/admin/newsletter']) {
      const { body } = await support.get(`${path}?q=${word}@church.example`);
      expect(body[0].email).toBe('w•••@church.example');
    }
  });

  it('of accounts has the fields of the contract', async () => {
    const [word, phone] = [aWord(), aPhone()];
    const given = { email: `${word}@church.example`, phone, churchName: word, openedAt: '2026-01-03T00:00:00.000Z' };
    const ids = await aStoredAccount(stack, given);
    const row = { ...ids, status: 'active', firstName: 'Ruth', lastName: 'Okafor' };
    const unlocked = await unlocksDatabase(stack, admin);
    expect((await unlocked.get(`/api/admin/users?q=${word}`)).body).toEqual([{ ...row, ...given }]);
    expect((await unlocked.get(`/api/admin/users?q=${phone}`)).body).toHaveLength(1);
  });

  it('of applications and accounts have no erased person, on screen and in the file', async () => {
    const agent = await anAgent(stack, 'administrator');
    const unlocked = await unlocksDatabase(stack, agent);
    const member = await aMember(stack);
    const { id: application } = await aStoredApplication(stack, { given: { email: member.email } });
    const lists = async () => {
      const file = readCsv((await agent.get('/api/admin/ambassadors/export')).text);
      const [screen, users] = await Promise.all(
        ['ambassadors', 'users'].map(async (path) => (await unlocked.get(`/api/admin/${path}`)).body),
      );
      return {
        nameless: [...screen, ...users].filter((row: any) => !row.firstName).length,
        empty: file.filter((row) => row[file[0]!.indexOf('Name')] === '').length,
        shown: users.some((row: any) => row.trialId === member.id),
      };
    };
    expect((await lists()).shown).toBe(true);
    await agent.erases(member.id);
    await eventually(async () => (await agent.get(`/api/admin/ambassadors/${application}`)).body.erased);
    await eventually(async () => !(await lists()).shown);
    expect(await lists()).toEqual({ nameless: 0, empty: 0, shown: false });
  });

  it('of tables counts the rows of the database', async () => {
    const unlocked = await unlocksDatabase(stack, admin);
    const before = (await unlocked.get('/api/admin/database-stats')).body;
    await aStoredApplication(stack);
    const { body } = await unlocked.get('/api/admin/database-stats');
    expect(Object.keys(body).sort()).toEqual([
      'ambassador_applications',
      'churches',
      'payments',
      'prices',
      'products',
      'subscriptions',
      'trial_signups',
      'users',
    ]);
    expect(body.ambassador_applications).toBeGreaterThan(before.ambassador_applications);
    expect(body.products).toBe(6);
  });
});

const linkTo = (answer: { headers: Headers }, rel: 'next' | 'prev') =>
  new RegExp(`<([^>]+)>; rel="${rel}"`).exec(answer.headers.get('link') ?? '')?.[1];

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
      churchName: `${word}% of_the\\Way, St. Peñiel’s`,
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
    ['letters without their accents', () => `Zoe ${word} Peniel`],
    ['a curly apostrophe for a straight one', () => `O’Brien-${word}`],
    ['a straight apostrophe for a curly one', () => `${word} peñiel's`],
    ['a name without its apostrophe', () => `obrien-${word}`],
    ['another dash', () => `O'Brien\u2013${word}`],
    ['an abbreviation without its period', () => `${word} St Peniel`],
    ['no-break and double blanks', () => `Zoë\u00A0 O'Brien-${word}`],
    ['blanks without width', () => `Zo\u200Bë \uFEFF${word.slice(0, 4)}\u200B${word.slice(4)}`],
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
    expect(Number(all.headers.get('x-total-count'))).toBeLessThanOrEqual(await countOfTrials(stack));
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
    ['name', ({ firstName, lastName }: TrialSignupRow) => `${firstName} ${lastName}`.toLowerCase().replace('á', 'a')],
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
    const { headers, body } = await list(LIST, { q: church, sort: 'email', limit: '3' });
    const next = new URL(linkTo({ headers }, 'next')!, stack.url);
    expect(Object.fromEntries(next.searchParams)).toMatchObject({ q: church, sort: 'email', limit: '3' });
    const cursor = Buffer.from(next.searchParams.get('cursor')!, 'base64url').toString('latin1');
    expect(cursor).not.toContain(body.at(-1).email);
  });

  it('reads on where it was after the last row of the page was renamed', async () => {
    const word = aWord();
    const store = (firstName: string) => aTrial(stack, { pastor: { firstName, lastName: '', churchName: word } });
    const ids = [];
    for (const name of ['Ann', 'Bert', 'Cleo', 'Dina']) ids.push((await store(name)).id);
    const first = await list(LIST, { q: word, sort: 'name', limit: '2' });
    await changeTrial(stack, ids[1]!, { pastor: { firstName: 'Zoro' } });
    const second = await admin.get(linkTo(first, 'next')!);
    expect(idsOf(second.body)).toEqual([ids[2], ids[3]]);
    expect(idsOf((await admin.get(linkTo(second, 'prev')!)).body)).toEqual([ids[0], ids[2]]);
  });

  it('reads on where it was after the last row of the page was deleted', async () => {
    const word = aWord();
    const first = 2 ** 42 + Math.floor(Math.random() * 2 ** 40);
    const emails = ['a', 'b', 'c'].map((letter) => `${letter}.${word}@church.example`);
    for (const [index, email] of emails.entries()) await aStoredReader(stack, { id: first - index, email });
    const page = await list('/api/admin/newsletter', { q: word, limit: '2' });
    await deleteReader(stack, emails[1]!);
    const next = await admin.get(linkTo(page, 'next')!);
    expect(next).toMatchObject({ status: 200, body: [{ email: emails[2] }] });
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

describe('the chosen columns of the sign-ups', () => {
  const COLUMNS = 'Plan,How Heard,Status Since,Owed,Contacted,Owner,Message';

  it('are in the rows and the file, without a value where there is none', async () => {
    const church = `w${aKey()}`;
    const columns = { created_at: '2026-02-03T04:05:06Z', contacted_at: '2026-02-04T00:00:00Z' };
    const pastor = { churchName: church, message: 'Please call.' };
    const { id } = await aTrial(stack, { state: 'success', pastor, columns });
    await aTrial(stack, { pastor: { churchName: church, howHeardAbout: '' } });
    await aStoredSubscription(stack, { id, state: 'pastDue', at: '2026-02-20T10:00:00Z' });
    await aStoredPayment(stack, id, { paid: 500 });
    await aStoredPayment(stack, id, { paid: true });
    await admin.post(`admin/queue/signup/${id}/take`, {});
    const [unsaid, said] = (await admin.get(`${LIST}?q=${church}&columns=${COLUMNS}`)).body;
    expect(said).toMatchObject({
      plan: 'tier_1_19',
      howHeardAbout: 'A friend',
      inStateSince: '2026-02-20T10:00:00.000Z',
      owedInCents: 1499,
      contactedAt: '2026-02-04T00:00:00.000Z',
      owner: admin.name,
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
      admin.name,
      'Please call.',
    ]);
  });
});
