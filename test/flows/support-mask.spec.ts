import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aKey,
  anEmail,
  aPhone,
  aStoredReader,
  aStoredRequest,
  aTrial,
  type Calls,
  signedIn,
} from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();

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
  const pastor = { firstName: word, lastName: 'Lee', email, phone, churchName: 'Hillside', message: 'Please call me.' };
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
