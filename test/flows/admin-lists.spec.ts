import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  aKey,
  aMember,
  anAgent,
  aPhone,
  aStoredApplication,
  aStoredReader,
  aStoredRequest,
  aTrial,
  readCsv,
  signedIn,
} from '../builders/index.ts';
import { eventually, sharedStack } from '../support/index.ts';

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
    [{ owner: 'somebody' }, { owner: 'Invalid input' }],
    [{ columns: 'Name,Shoe size' }, { columns: 'Please choose from the columns there are, each once' }],
    [{ limit: '0' }, { limit: 'Invalid input' }],
    [{ limit: '1001' }, { limit: 'Invalid input' }],
    [{ q: 'x'.repeat(201) }, { q: 'Invalid input' }],
    [{ q: 'a\0b' }, { q: 'Invalid input' }],
    [{ cursor: 'bm9uc2Vuc2U' }, { cursor: 'Invalid input' }],
    [{ cursor: Buffer.from('name next 7').toString('base64url') }, { cursor: 'Invalid input' }],
    [{ cursor: Buffer.from('-createdAt next 7').toString('base64url') }, { cursor: 'Invalid input' }],
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
    const [church] = await stack.query(
      `INSERT INTO churches (name, ministry_name, city, state, size, software, created_at)
       VALUES ($1, 'Lighthouse', 'Austin', 'TX', '100-250', '', now()) RETURNING id`,
      [word],
    );
    const [user] = await stack.query(
      `INSERT INTO users (trial_id, church_id, status, first_name, last_name, email, email_key, phone, position, gender,
         birthdate, stripe_customer_id, created_at, opened_at)
       SELECT $3::bigint, $1, 'active', 'Ruth', 'Okafor', $2, $2, $4, 'Youth Pastor', 'F', '1990-05-17', $2, now(), '2026-01-03' RETURNING id`,
      [church.id, `${word}@church.example`, 2 ** 43 + church.id, phone],
    );
    const row = { id: user.id, trialId: 2 ** 43 + church.id, status: 'active', firstName: 'Ruth', lastName: 'Okafor' };
    const rest = { email: `${word}@church.example`, phone, churchName: word, openedAt: '2026-01-03T00:00:00.000Z' };
    expect((await list('/api/admin/users', { q: word })).body).toEqual([{ ...row, ...rest }]);
    expect((await list('/api/admin/users', { q: phone })).body).toHaveLength(1);
  });

  it('of applications and accounts have no erased person, on screen and in the file', async () => {
    const agent = await anAgent(stack, 'administrator');
    const member = await aMember(stack);
    const { id: application } = await aStoredApplication(stack, { given: { email: member.email } });
    const lists = async () => {
      const file = readCsv((await agent.get('/api/admin/ambassadors/export?state=withdrawn')).text);
      const [screen, users] = await Promise.all(
        ['ambassadors?state=withdrawn', 'users'].map(async (path) => (await agent.get(`/api/admin/${path}`)).body),
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
    const before = (await list('/api/admin/database-stats')).body;
    await aStoredApplication(stack);
    const { body } = await list('/api/admin/database-stats');
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
