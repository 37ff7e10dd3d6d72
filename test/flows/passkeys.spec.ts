import { describe, expect, it } from '@jest/globals';
import {
  addPasskey,
  aPasskey,
  atBrowser,
  auditOf,
  callsTo,
  codeOf,
  type PasskeyGiven,
  passkeySignIn,
  withPasskey,
} from '../builders/index.ts';
import { literally, found, logFiles, tables } from '../invariants/leaks.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const calls = callsTo(stack);
const PASSKEYS = 'admin/account/passkeys';
const REFUSED = { error: 'Invalid username or password' };

describe('an account with a passkey', () => {
  it('asks for it after the right password, and only then', async () => {
    const { email, password, passkey } = await withPasskey(stack);
    const { status, body } = await calls.post('admin/login', { email, password });
    expect(status).toBe(401);
    expect(body).toEqual({ ...REFUSED, passkeyRequired: expect.anything() });
    expect(body.passkeyRequired).toMatchObject({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      userVerification: 'required',
      timeout: 300_000,
      allowCredentials: [{ id: passkey.id, type: 'public-key', transports: ['internal'] }],
    });
    const wrong = { email, password: `${password}x`, passkey: passkey.prove(body.passkeyRequired) };
    expect((await calls.post('admin/login', wrong)).body).toEqual(REFUSED);
  });

  it('opens the back office by password and passkey, on every replica', async () => {
    const member = await withPasskey(stack, { role: 'support' });
    const [one, other] = stack.apiUrls.map((url) => callsTo({ url }));
    const { email, password, passkey } = member;
    const { body } = await one!.post('admin/login', { email, password });
    const given = { email, password, passkey: passkey.prove(body.passkeyRequired) };
    expect(await other!.post('admin/login', given)).toMatchObject({ status: 200, body: { success: true } });
    expect(await auditOf(stack, member.id)).toEqual([
      'signed in',
      'passkey added',
      'sign-in refused: passkey missing',
      'signed in',
    ]);
  });

  it('takes a proof once, on whichever replica, also when both are asked at the same time', async () => {
    const { email, password, ...member } = await atBrowser(stack);
    const passkey = aPasskey(stack, { counts: false });
    await addPasskey(member, password, passkey);
    const { body } = await calls.post('admin/login', { email, password });
    const given = { email, password, passkey: passkey.prove(body.passkeyRequired) };
    const urls = [...stack.apiUrls, ...stack.apiUrls];
    const answers = await Promise.all(urls.map((url) => callsTo({ url }).post('admin/login', given)));
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 401, 401, 401]);
    expect((await calls.post('admin/login', given)).status).toBe(401);
  });

  it.each<[string, PasskeyGiven]>([
    ['another site', { origin: 'https://lampstand.example.evil.example' }],
    ['this site over https', { origin: `https://${new URL(stack.url).host}` }],
    ['another host', { rpId: 'evil.example' }],
    ['a device that has not checked who holds it', { verifiesUser: false }],
    ['the other ceremony', { type: 'webauthn.create' }],
    ['a copy that has counted less', { count: 1 }],
    ['a copy that has counted nothing', { count: 0 }],
  ])('refuses the proof of %s', async (_of, given) => {
    const member = await withPasskey(stack);
    expect((await passkeySignIn(calls, member)).status).toBe(200);
    const answer = await passkeySignIn(calls, member, given);
    expect(answer).toMatchObject({ status: 401, body: { ...REFUSED, passkeyRequired: {} } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await passkeySignIn(calls, member, { count: 100 })).status).toBe(200);
  });

  it('refuses the challenge of another account, the passkey of another account, and a challenge of its own', async () => {
    const [member, other] = [await withPasskey(stack), await withPasskey(stack)];
    const { email, password } = member;
    const asked = async (of: typeof member) =>
      (await calls.post('admin/login', { email: of.email, password: of.password })).body.passkeyRequired;
    const proofs = [
      member.passkey.prove(await asked(other)),
      other.passkey.prove(await asked(member)),
      member.passkey.prove({ challenge: 'A'.repeat(43) }),
      member.passkey.prove((await member.post(`${PASSKEYS}/options`, { password })).body),
      { ...member.passkey.prove(await asked(member)), id: other.passkey.id, rawId: other.passkey.id },
    ];
    for (const passkey of proofs)
      expect((await calls.post('admin/login', { email, password, passkey })).status).toBe(401);
  });

  it('refuses a proof whose signature is another’s', async () => {
    const member = await withPasskey(stack);
    const { email, password } = member;
    const { body } = await calls.post('admin/login', { email, password });
    const proof = member.passkey.prove(body.passkeyRequired);
    const { signature } = aPasskey(stack).prove(body.passkeyRequired).response;
    const passkey = { ...proof, response: { ...proof.response, signature } };
    expect((await calls.post('admin/login', { email, password, passkey })).status).toBe(401);
    expect((await auditOf(stack, member.id)).at(-1)).toBe('sign-in refused: passkey');
  });

  it('signs in as often as wanted with a device that counts nothing', async () => {
    const member = await atBrowser(stack);
    const passkey = aPasskey(stack, { counts: false, backedUp: true });
    expect((await addPasskey(member, member.password, passkey)).status).toBe(200);
    for (const _ of [1, 2]) expect((await passkeySignIn(calls, { ...member, passkey })).status).toBe(200);
    const { body } = await member.get(`/api/${PASSKEYS}`);
    expect(body).toMatchObject([{ name: 'Office laptop', backedUp: true, lastUsedAt: expect.stringMatching(/Z$/) }]);
  });

  it.each([[{}], [{ id: 'a', rawId: 'a', type: 'public-key', response: {} }], ['text'], [[1]]])(
    'takes no %j for a proof',
    async (passkey) => {
      const { email, password } = await withPasskey(stack);
      expect((await calls.post('admin/login', { email, password, passkey })).status).toBe(400);
    },
  );
});

describe('an account with an authenticator app and a passkey', () => {
  it('takes either', async () => {
    const member = await withPasskey(stack, { totp: true });
    const { email, password, secret } = member;
    const { body } = await calls.post('admin/login', { email, password });
    expect(body).toEqual({ ...REFUSED, totpRequired: true, passkeyRequired: expect.anything() });
    expect((await passkeySignIn(calls, member)).status).toBe(200);
    expect((await calls.post('admin/login', { email, password, totp: codeOf(secret!) })).status).toBe(200);
    expect((await calls.post('admin/login', { email, password, totp: codeOf(secret!) })).status).toBe(401);
  });
});

it('No challenge stands in a log or in a table', async () => {
  const { email, password, post } = await withPasskey(stack);
  const { body } = await calls.post('admin/login', { email, password });
  const { body: options } = await post(`${PASSKEYS}/options`, { password });
  const secrets = literally([body.passkeyRequired.challenge, options.challenge, password]);
  expect(found([...(await logFiles(stack)), ...(await tables(stack))], secrets)).toEqual([]);
});
