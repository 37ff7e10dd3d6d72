import { describe, expect, it, jest } from '@jest/globals';
import { type Answer, anEmail, aStaffMember, callsTo, codeOf, cookiesOf, type StaffMember } from '../builders/index.ts';
import { ADMIN } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(60_000);

const stack = ownStack({ env: { LIMITS: 'on' } });

const from = (address: string) => ({ 'x-forwarded-for': address });
const signIn = ({ email, password }: Pick<StaffMember, 'email' | 'password'>, headers: object, totp?: string) =>
  callsTo(stack).post('admin/login', { email, password, totp }, headers as Record<string, string>);
const guesses = (count: number, { email }: Pick<StaffMember, 'email'>, headers: object) =>
  Promise.all(Array.from({ length: count }, (_, index) => signIn({ email, password: `guess ${index}` }, headers)));
const strangers = async (count: number, headers: object) =>
  (await Promise.all(Array.from({ length: count }, () => guesses(1, { email: anEmail('nobody') }, headers)))).flat();
const count = (answers: Answer[], status: number) => answers.filter((each) => each.status === status).length;

describe('who guesses passwords', () => {
  it('of one account has ten tries in a quarter of an hour, over both replicas', async () => {
    const member = await aStaffMember(stack);
    const answers = await guesses(14, member, from('198.51.100.1'));
    expect([count(answers, 401), count(answers, 429)]).toEqual([10, 4]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toEqual({
      error: 'Too many attempts. Please wait a little and try again.',
      retryAt: expect.stringMatching(/Z$/),
    });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
    expect((await signIn(member, from('198.51.100.1'))).status).toBe(429);
    expect((await signIn(member, from('198.51.100.2'))).status).toBe(200);
  });

  it('learns from the limit nothing about who has an account', async () => {
    const nobody = { email: anEmail('nobody') };
    const answers = await guesses(14, nobody, from('198.51.100.3'));
    expect([count(answers, 401), count(answers, 429)]).toEqual([10, 4]);
  });

  it('locks nobody out who has signed in with this browser before, not even from the same address', async () => {
    const member = await aStaffMember(stack);
    const office = from('198.51.100.4');
    const cookie = cookiesOf(await signIn(member, office));
    for (let round = 0; round < 12; round += 1) await guesses(10, member, office);
    expect((await signIn(member, office)).status).toBe(429);
    expect((await signIn(member, { ...office, cookie })).status).toBe(200);
  });

  it('has twenty tries from a browser that has signed in before, and none of its mark for another account', async () => {
    const [member, other] = [await aStaffMember(stack), await aStaffMember(stack)];
    const cookie = cookiesOf(await signIn(member, from('198.51.100.5')));
    const answers = await guesses(24, member, { ...from('198.51.100.6'), cookie });
    expect([count(answers, 401), count(answers, 429)]).toEqual([20, 4]);
    const elsewhere = await guesses(14, other, { ...from('198.51.100.7'), cookie });
    expect([count(elsewhere, 401), count(elsewhere, 429)]).toEqual([10, 4]);
  });

  it('of many accounts has a hundred tries from one address', async () => {
    const answers: Answer[] = [];
    for (let room = 0; room < 11; room += 1) answers.push(...(await strangers(10, from('198.51.100.8'))));
    expect([count(answers, 401), count(answers, 429)]).toEqual([100, 10]);
  });
});

describe('who knows a password and guesses codes', () => {
  it('has twenty tries from anywhere, and the owner’s browser is none of them', async () => {
    const member = await aStaffMember(stack, { totp: true });
    const cookie = cookiesOf(await signIn(member, from('192.0.2.99'), codeOf(member.secret!, -1)));
    const wrong = codeOf(member.secret!, 500);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => signIn(member, from(`192.0.2.${index}`), wrong)),
    );
    expect([count(answers, 401), count(answers, 429)]).toEqual([19, 5]);
    expect((await signIn(member, from('192.0.2.100'), codeOf(member.secret!))).status).toBe(429);
    expect((await signIn(member, { ...from('192.0.2.100'), cookie }, codeOf(member.secret!, 1))).status).toBe(200);
  });
});

describe('who guesses the password of the database page', () => {
  it('has ten tries from one address', async () => {
    const guess = (password: string) => callsTo(stack).post('admin/check-auth', { password }, from('198.51.100.9'));
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(`guess ${index}`)));
    expect([count(answers, 200), count(answers, 429)]).toEqual([10, 2]);
    expect((await guess(ADMIN.ADMIN_DATABASE_PASSWORD)).status).toBe(429);
  });
});
