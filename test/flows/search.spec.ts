/** The search of the back office: every kind of record, what it hides from support, and forms that support reveals. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Agent,
  anAgent,
  aStoredApplication,
  aStoredReader,
  aStoredRequest,
  aTrial,
  manyTrials,
  aKey,
  anEmail,
  aPhone,
  type Calls,
  signedIn,
} from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';
import { randomInt } from 'node:crypto';

const stack = sharedStack();

let support: Agent;
let administrator: Agent;

beforeAll(async () => {
  [support, administrator] = await Promise.all([anAgent(stack), anAgent(stack, 'administrator')]);
});

interface Found {
  kind: string;
  id: number;
  matched: string;
}
const found = async (agent: Agent, q: string): Promise<[string, number, string][]> =>
  (await agent.find(q)).body.map(({ kind, id, matched }: Found) => [kind, id, matched]);

describe('the search', () => {
  it('finds people of every kind, the records of a kind together', async () => {
    const person = { firstName: 'Tertius', lastName: 'Ampliatus', email: 'tertius.ampliatus@church.example' };
    const { id } = await aTrial(stack, { pastor: person });
    const application = await aStoredApplication(stack, { given: person });
    const requestId = id + 1;
    await aStoredRequest(stack, { id: requestId, ...person });
    await aStoredReader(stack, { id, email: person.email });
    const people = (matched: string) => [
      ['signup', id, matched],
      ['application', application.id, matched],
      ['request', requestId, matched],
    ];
    expect(await found(support, 'tertius ampl')).toEqual(people('name'));
    expect(await found(administrator, 'tertius.ampl')).toEqual([...people('email'), ['reader', id, 'email']]);
    expect(await found(support, 'tertius.ampl')).toEqual(people('similar name'));
    expect(await found(support, person.email)).toEqual([...people('email'), ['reader', id, 'email']]);
    const { body } = await support.find(person.email);
    expect(body.at(-1)).toMatchObject({ title: 't•••@church.example', state: 'confirmed' });
    expect(JSON.stringify(body)).not.toContain(person.email);
  });

  it('lists complete names first, then parts of fields, then the city, then similar names', async () => {
    const pastors = {
      whole: { firstName: 'Anna', lastName: 'Lee', churchName: 'Trophimus' },
      similar: { firstName: 'Anna', lastName: 'Trophimis', churchName: 'Hillside' },
      city: { firstName: 'Anna', lastName: 'Lee', churchName: 'Hillside', churchCity: 'Trophimus Falls' },
      church: { firstName: 'Anna', lastName: 'Lee', churchName: 'New Trophimus Chapel' },
      name: { firstName: 'Anna', lastName: 'Trophimus', churchName: 'Hillside' },
    };
    const ids: Record<string, number> = {};
    for (const [key, pastor] of Object.entries(pastors)) ids[key] = (await aTrial(stack, { pastor })).id;
    for (const agent of [administrator, support])
      expect(await found(agent, 'Trophimus')).toEqual([
        ['signup', ids['whole'], 'church'],
        ['signup', ids['name'], 'name'],
        ['signup', ids['church'], 'church'],
        ['signup', ids['city'], 'city'],
        ['signup', ids['similar'], 'similar name'],
      ]);
    expect((await found(support, 'anna trophimus f'))[0]).toEqual(['signup', ids['city'], 'name']);
    expect(await found(support, 'Trophimsu')).toContainEqual(['signup', ids['similar'], 'similar name']);
  });

  it('returns at most 20 records, of all kinds that match', async () => {
    const pastor = { firstName: 'Epaenetus', churchName: 'Hillside' };
    await manyTrials(stack, 22, { pastor });
    const { id } = await aStoredApplication(stack, { given: pastor });
    const all = await found(support, 'epaen');
    expect(all).toHaveLength(20);
    expect(all.at(-1)).toEqual(['application', id, 'name']);
  });
});

describe('The mask of support', () => {
  /** Name and id share no part with the phone, which begins with a 2. */
  const word = `w${aKey()}`.replaceAll('2', 'x');
  const id = Number(String(randomInt(2 ** 40, 2 ** 41)).replaceAll('2', '3'));
  const secret = `s${aKey()}`;
  const email = `${secret}@church-${aKey()}.example`;
  const phone = aPhone();
  let support: Calls;
  let administrator: Calls;

  /** One person in every list; the email shares no part with the name. */
  beforeAll(async () => {
    [support, administrator] = await Promise.all([signedIn(stack, 'support'), signedIn(stack)]);
    const pastor = {
      firstName: word,
      lastName: 'Lee',
      email,
      phone,
      churchName: 'Hillside',
      message: 'Please call me.',
    };
    await aTrial(stack, { state: 'billingInformation', pastor, columns: { id } });
    const request = {
      firstName: word,
      lastName: 'Lee',
      email,
      phone,
      churchName: 'Hillside',
      whyInterested: 'Please call me.',
    };
    await aStoredRequest(stack, { id, ...request });
    await aStoredReader(stack, { id, email });
  });

  const LISTS = ['trial-signups', 'incomplete-trials', 'trial-requests', 'search', 'newsletter'] as const;
  type ListName = (typeof LISTS)[number];
  const pathOf = (list: ListName) =>
    list === 'incomplete-trials' ? '/api/incomplete-trials/json' : `/api/admin/${list}`;
  const search = (staff: Calls, list: ListName, q: string) => staff.get(`${pathOf(list)}?q=${encodeURIComponent(q)}`);
  const finds = async (staff: Calls, list: ListName, q: string): Promise<boolean> =>
    (await search(staff, list, q)).body.some((row: { id: number }) => row.id === id);

  const spelled = (digits: string) => `+1 (${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  const PARTS_OF_THE_EMAIL = [
    email.slice(0, -1),
    email.slice(1),
    secret,
    secret.slice(0, 6),
    email.slice(email.indexOf('@')),
    email.slice(email.indexOf('@') + 1),
  ];
  const PARTS_OF_THE_PHONE = [
    phone.slice(0, 9),
    phone.slice(1),
    phone.slice(3),
    phone.slice(0, 3),
    phone.slice(0, 6),
    phone.slice(-5),
    `${phone.slice(3, 6)}-${phone.slice(6)}`,
  ];

  describe('a support agent who searches', () => {
    it.each(LISTS)('%s matches no part of an email address, only the whole address', async (list) => {
      for (const part of PARTS_OF_THE_EMAIL) {
        expect([part, await finds(administrator, list, part)]).toEqual([part, true]);
        expect([part, await finds(support, list, part)]).toEqual([part, false]);
      }
      expect(await finds(support, list, email)).toBe(true);
      expect(await finds(support, list, email.toUpperCase())).toBe(true);
    });

    it.each(LISTS.filter((list) => list !== 'newsletter'))(
      '%s matches ten digits in any format or the last four, and no other part of a phone number',
      async (list) => {
        for (const part of PARTS_OF_THE_PHONE) {
          expect([part, await finds(administrator, list, `${part} ${word}`)]).toEqual([part, true]);
          expect([part, await finds(support, list, `${word} ${part}`)]).toEqual([part, false]);
        }
        for (const whole of [phone, spelled(phone), phone.slice(-4), `${word} ${phone.slice(-4)}`])
          expect([whole, await finds(support, list, whole)]).toEqual([whole, true]);
      },
    );

    it.each(LISTS.filter((list) => list !== 'newsletter'))('%s finds people by name, church and id', async (list) => {
      for (const typed of [word, word.slice(0, 8), `${word} hillside`, `#${id}`, `${word} le`])
        expect([typed, await finds(support, list, typed)]).toEqual([typed, true]);
    });

    it('gets no count and no funnel for part of an email address', async () => {
      const asks = async (staff: Calls, q: string) => {
        const counted = await staff.get(`/api/admin/trial-signups?limit=1&q=${encodeURIComponent(q)}`);
        const funnel = await staff.get(`/api/admin/funnel?q=${encodeURIComponent(q)}`);
        return [counted.headers.get('x-total-count'), funnel.body.registered];
      };
      expect(await asks(administrator, secret)).toEqual(['1', 1]);
      expect(await asks(support, secret)).toEqual(['0', 0]);
      expect(await asks(support, email)).toEqual(['1', 1]);
    });

    it('sees which field a search matched', async () => {
      const matched = async (q: string) =>
        (await search(support, 'search', q)).body.find((row: { id: number }) => row.id === id)?.matched;
      expect(await matched(email)).toBe('email');
      expect(await matched(phone)).toBe('phone');
      expect(await matched(`${word} lee`)).toBe('name');
    });

    it.each(['email', '-email'])('cannot sort by %s', async (sort) => {
      expect((await administrator.get(`/api/admin/trial-signups?sort=${sort}`)).status).toBe(200);
      expect(await support.get(`/api/admin/trial-signups?sort=${sort}`)).toMatchObject({
        status: 403,
        body: { error: 'Your role does not include this.' },
      });
    });
  });

  describe('a free-text message', () => {
    it('is hidden from support agents in the lists, which show only that there is one', async () => {
      const of = async (staff: Calls, list: ListName) => (await search(staff, list, word)).body[0];
      expect(await of(administrator, 'incomplete-trials')).toMatchObject({ message: 'Please call me.' });
      expect(await of(administrator, 'trial-requests')).toMatchObject({ whyInterested: 'Please call me.' });
      const hidden = await of(support, 'incomplete-trials');
      expect(hidden).toMatchObject({ messageHidden: true });
      expect(hidden).not.toHaveProperty('message');
      expect(await of(support, 'trial-requests')).toMatchObject({ whyInterested: null });
      const { id: silent } = await aTrial(stack, {
        state: 'billingInformation',
        pastor: { email: anEmail(), message: '' },
      });
      const [row] = (await search(support, 'incomplete-trials', String(silent))).body;
      expect(row).not.toHaveProperty('messageHidden');
    });
  });
});

describe('Revealed forms', () => {
  let support: Agent;
  let administrator: Agent;
  beforeAll(async () => {
    [support, administrator] = await Promise.all([anAgent(stack), anAgent(stack, 'administrator')]);
  });

  const anApplicationOf = async (given: object) => (await aStoredApplication(stack, { given })).id;
  async function aRequestOf(given: object) {
    const id = randomInt(2 ** 42, 2 ** 43);
    await aStoredRequest(stack, { id, ...given });
    return id;
  }

  const FORMS = [
    { kind: 'application', path: 'ambassadors', store: anApplicationOf },
    { kind: 'request', path: 'trial-requests', store: aRequestOf },
  ] as const;

  describe.each(FORMS)('the person of a $kind', ({ kind, path, store }) => {
    it('is masked for support until it is revealed, which timeline and audit record', async () => {
      const person = { email: anEmail('ruth'), phone: aPhone(), whyInterested: 'My students ask for it.' };
      const id = await store(person);
      const read = () => support.get(`/api/admin/${path}/${id}`);
      expect((await read()).body).toMatchObject({ masked: true, whyInterested: null });
      for (const secret of Object.values(person)) expect((await read()).text).not.toContain(secret);

      const revealed = await support.post(`admin/${path}/${id}/reveal`, {});
      expect([revealed.status, revealed.body]).toEqual([200, { masked: false, ...person }]);
      expect(await support.audited(`${kind}:${id}`)).toEqual(['revealed']);
      expect((await read()).body.timeline.at(-1)).toMatchObject({
        kind: 'note',
        name: 'personal data revealed',
        actor: support.name,
        requestId: revealed.headers.get('x-request-id'),
      });
      expect((await support.post(`admin/${path}/1/reveal`, {})).status).toBe(404);
    });
  });

  describe('a look at a person without a mask', () => {
    it.each([
      ...FORMS,
      { kind: 'trial', path: 'trials', store: async (pastor: object) => (await aTrial(stack, { pastor })).id },
    ])('is audited once a minute: $kind', async ({ kind, path, store }) => {
      const id = await store({ email: anEmail('seen') });
      const subject = `${kind}:${id}`;
      for (const agent of [support, administrator, administrator, administrator])
        expect((await agent.get(`/api/admin/${path}/${id}`)).status).toBe(200);
      expect([await administrator.looksAt(subject), await support.looksAt(subject)]).toEqual([1, 0]);
      expect((await administrator.get(`/api/admin/${path}/1`)).status).toBe(404);
      expect(await administrator.looksAt(`${kind}:1`)).toBe(0);
    });
  });

  describe('where it stands', () => {
    const standingOf = async (path: string, id: number) =>
      (await support.get(`/api/admin/${path}/${id}`)).body.standing;
    const DAY = String.raw`\w+ \d+, \d{4}`;

    it('is one sentence with its date on the page of an application', async () => {
      for (const [state, sentence] of [
        ['submitted', `^Submitted on ${DAY}; an answer is promised by ${DAY}\\.$`],
        ['approved', `^Approved on ${DAY}\\.$`],
        ['declined', `^Declined on ${DAY}\\.$`],
        ['withdrawn', `^Withdrawn on ${DAY}\\.$`],
      ] as const)
        expect(await standingOf('ambassadors', (await aStoredApplication(stack, { state })).id)).toMatch(
          new RegExp(sentence),
        );
      const { id } = await aStoredApplication(stack, { at: '2026-01-05T18:00:00Z' });
      expect(await standingOf('ambassadors', id)).toContain('an answer was promised by January 14, 2026.');
    });

    it('is one sentence with its date on the page of a request', async () => {
      const id = await aRequestOf({ email: anEmail() });
      const act = (action: string) => support.post(`admin/trial-requests/${id}/${action}`, {});
      expect(await standingOf('trial-requests', id)).toMatch(new RegExp(`^Sent on ${DAY}; not taken yet\\.$`));
      await act('take');
      expect(await standingOf('trial-requests', id)).toContain(`; taken by ${support.name}.`);
      await act('mark-answered');
      expect(await standingOf('trial-requests', id)).toMatch(new RegExp(`^Answered on ${DAY} by ${support.name}\\.$`));
      await act('close');
      expect(await standingOf('trial-requests', id)).toMatch(new RegExp(`^Closed on ${DAY}\\.$`));
    });
  });
});
