import { describe, expect, it } from '@jest/globals';
import { aPhone, aVisitor, callsTo, type Answer } from '../builders/index.ts';
import { ownStack } from '../support/own-stack.ts';

/** A fifth of the texts of a day is what one source may spend on numbers that are never proven. */
const stack = ownStack({ apis: 2, env: { LIMITS: 'on', CODES_PER_DAY: '50' } });
const get = (path: string, headers: Record<string, string>) => callsTo(stack).get(path, headers);
const post = (call: string, body: object, headers: Record<string, string>) => callsTo(stack).post(call, body, headers);

const count = (answers: Answer[], status: number) => answers.filter((each) => each.status === status).length;

/** Another address of the network each time. */
const of = (network: string) => (index: number) => ({
  'x-forwarded-for': `${network}:${((index * 7919) % 0xffff).toString(16)}::${index.toString(16)}`,
});
const each = <T>(size: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: size }, (_, index) => work(index)));

/** A saved sign-up asks for its code; an exchange of its own for each. */
const asksForCode = async (headers: Record<string, string>) => {
  const visitor = aVisitor(stack, { phone: aPhone() });
  await visitor.signsUp(headers);
  return { visitor, answer: await visitor.call('verify-phone', { phone: visitor.phone }, headers) };
};

describe('a /64 of IPv6', () => {
  it('misses as one address does, over both replicas, and its neighbour is another', async () => {
    const [network, neighbour] = [of('2001:db8:1:1'), of('2001:db8:1:2')];
    const answers = await each(40, (index) => get(`/api/trial-signup/${2 ** 41 + index}`, network(index)));
    expect([count(answers, 404), count(answers, 429)]).toEqual([30, 10]);
    expect((await get('/api/trial-signup/7', neighbour(1))).status).toBe(404);
  });

  it('guesses the password of the database page ten times', async () => {
    const network = of('2001:db8:2:1');
    const answers = await each(30, (index) => post('admin/check-auth', { password: 'a guess' }, network(index)));
    expect(count(answers, 429)).toBe(20);
  });

  it('looks six hundred phones up', async () => {
    const network = of('2001:db8:3:1');
    const answers: Answer[] = [];
    for (const round of Array(13).keys())
      answers.push(
        ...(await each(50, (index) => post('check-user-exists', { phone: '5125550142' }, network(50 * round + index)))),
      );
    expect([count(answers, 200), count(answers, 429)]).toEqual([600, 50]);
  }, 60_000);

  it('spends a fifth of the texts of a day, and a pastor elsewhere gets a code', async () => {
    const network = of('2001:db8:4:1');
    const answers = (await each(14, (index) => asksForCode(network(index)))).map(({ answer }) => answer);
    expect([count(answers, 200), count(answers, 429)]).toEqual([10, 4]);
    expect((await asksForCode(of('2001:db8:4:2')(1))).answer.status).toBe(200);
  });
});

describe('an IPv4 address', () => {
  it('is the same when it is mapped into IPv6', async () => {
    const spellings = ['203.0.113.40', '::ffff:203.0.113.40', '::FFFF:cb00:7128'];
    const answers = await each(36, (index) =>
      get(`/api/trial-signup/${2 ** 41 + index}`, { 'x-forwarded-for': spellings[index % 3]! }),
    );
    expect([count(answers, 404), count(answers, 429)]).toEqual([30, 6]);
  });

  it('with a room of pastors behind it gets more texts, since each proves the phone', async () => {
    const room = { 'x-forwarded-for': '198.51.100.40' };
    for (const _ of Array(12)) {
      const { visitor, answer } = await asksForCode(room);
      expect(answer.status).toBe(200);
      const code = await stack.sandbox.smsCode(visitor.phone);
      expect((await visitor.call('verify-code', { code }, room)).status).toBe(200);
    }
  });
});
