/** Signing in with passkeys, and adding and removing them. @slow */
import { describe, expect, it } from 'vitest';
import {
  addPasskey,
  aPasskey,
  atBrowser,
  auditOf,
  callsTo,
  codeOf,
  type PasskeyGiven,
  passkeySignIn,
  signedIn,
  withPasskey,
} from '../builders/index.ts';
import { found, literally, logFiles, tables } from '../invariants/leaks.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const calls = callsTo(stack);
const PASSKEYS = 'admin/account/passkeys';
const REFUSED = { error: 'Invalid username or password' };

describe('an account with a passkey', () => {
  it('is asked for the passkey only after the right password', async () => {
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

  it('signs in with password and passkey on every replica', async () => {
    const member = await withPasskey(stack, { role: 'support' });
    const [one, other] = stack.apiUrls.map((url) => callsTo({ url }));
    const { email, password, passkey } = member;
    const { body } = await one!.post('admin/login', { email, password });
    const given = { email, password, passkey: passkey.prove(body.passkeyRequired) };
    expect(await other!.post('admin/login', given)).toMatchObject({ status: 200, body: { success: true } });
    expect((await auditOf(stack, member.id)).slice(-2)).toEqual(['sign-in refused: passkey missing', 'signed in']);
  });

  it('accepts an assertion once, even when it is sent to both replicas at the same time', async () => {
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
    ['a device without user verification', { verifiesUser: false }],
    ['the other ceremony', { type: 'webauthn.create' }],
    ['a copy with a lower counter', { count: 1 }],
    ['a copy without a counter', { count: 0 }],
  ])('refuses an assertion of %s', async (_of, given) => {
    const member = await withPasskey(stack);
    expect((await passkeySignIn(calls, member)).status).toBe(200);
    const answer = await passkeySignIn(calls, member, given);
    expect(answer).toMatchObject({ status: 401, body: { ...REFUSED, passkeyRequired: {} } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await passkeySignIn(calls, member, { count: 100 })).status).toBe(200);
  });

  it('refuses the challenge or the passkey of another account, and a challenge that the server did not issue', async () => {
    const [member, other] = [await withPasskey(stack), await withPasskey(stack)];
    const { email, password } = member;
    const challengeFor = async (of: typeof member) =>
      (await calls.post('admin/login', { email: of.email, password: of.password })).body.passkeyRequired;
    const proofs = [
      member.passkey.prove(await challengeFor(other)),
      other.passkey.prove(await challengeFor(member)),
      member.passkey.prove({ challenge: 'A'.repeat(43) }),
      member.passkey.prove((await member.post(`${PASSKEYS}/options`, { password })).body),
      { ...member.passkey.prove(await challengeFor(member)), id: other.passkey.id, rawId: other.passkey.id },
    ];
    for (const passkey of proofs)
      expect((await calls.post('admin/login', { email, password, passkey })).status).toBe(401);
  });

  it('refuses the signature of another passkey', async () => {
    const member = await withPasskey(stack);
    const { email, password } = member;
    const { body } = await calls.post('admin/login', { email, password });
    const proof = member.passkey.prove(body.passkeyRequired);
    const { signature } = aPasskey(stack).prove(body.passkeyRequired).response;
    const passkey = { ...proof, response: { ...proof.response, signature } };
    expect((await calls.post('admin/login', { email, password, passkey })).status).toBe(401);
    expect((await auditOf(stack, member.id)).at(-1)).toBe('sign-in refused: passkey');
  });

  it('signs in repeatedly with a device that has no counter', async () => {
    const member = await atBrowser(stack);
    const passkey = aPasskey(stack, { counts: false, backedUp: true });
    expect((await addPasskey(member, member.password, passkey)).status).toBe(200);
    for (const _ of [1, 2]) expect((await passkeySignIn(calls, { ...member, passkey })).status).toBe(200);
    const { body } = await member.get(`/api/${PASSKEYS}`);
    expect(body).toMatchObject([{ name: 'Office laptop', backedUp: true, lastUsedAt: expect.stringMatching(/Z$/) }]);
  });

  it.each([[{}], [{ id: 'a', rawId: 'a', type: 'public-key', response: {} }], ['text'], [[1]]])(
    'refuses %j as an assertion',
    async (passkey) => {
      const { email, password } = await withPasskey(stack);
      expect((await calls.post('admin/login', { email, password, passkey })).status).toBe(400);
    },
  );
});

describe('an account with an authenticator app and a passkey', () => {
  it('accepts either', async () => {
    const member = await withPasskey(stack, { totp: true });
    const { email, password } = member;
    const login = { email, password, totp: codeOf(member.secret!, 1) };
    const { body } = await calls.post('admin/login', { email, password });
    expect(body).toEqual({ ...REFUSED, totpRequired: true, passkeyRequired: expect.anything() });
    expect((await passkeySignIn(calls, member)).status).toBe(200);
    expect((await calls.post('admin/login', login)).status).toBe(200);
    expect((await calls.post('admin/login', login)).status).toBe(401);
  });
});

it('no challenge is in a log or a table', async () => {
  const { email, password, post } = await withPasskey(stack);
  const { body } = await calls.post('admin/login', { email, password });
  const { body: options } = await post(`${PASSKEYS}/options`, { password });
  const secrets = literally([body.passkeyRequired.challenge, options.challenge, password]);
  expect(found([...(await logFiles(stack)), ...(await tables(stack))], secrets)).toEqual([]);
});

describe('adding a passkey', () => {
  it('asks for the password again', async () => {
    const { post, id } = await signedIn(stack);
    const answer = await post(`${PASSKEYS}/options`, { password: 'a long and wrong password' });
    expect(answer).toMatchObject({ status: 400, body: { fields: { password: 'This is not your password' } } });
    expect((await auditOf(stack, id)).at(-1)).toBe('passkey refused: password');
  });

  it('asks the browser for a new device with user verification', async () => {
    const { post, password, email, passkey } = await withPasskey(stack);
    expect((await post(`${PASSKEYS}/options`, { password })).body).toMatchObject({
      rp: { id: 'localhost', name: 'Lampstand' },
      user: { name: email, displayName: email },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      pubKeyCredParams: [{ alg: -7 }, { alg: -257 }],
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required', residentKey: 'discouraged' },
      excludeCredentials: [{ id: passkey.id }],
    });
  });

  it('lists the passkey for its owner only', async () => {
    const [member, other] = [await withPasskey(stack), await signedIn(stack)];
    const expected = { id: expect.any(Number), name: 'Office laptop', backedUp: false, lastUsedAt: null };
    expect((await member.get(`/api/${PASSKEYS}`)).body).toEqual([
      { ...expected, createdAt: expect.stringMatching(/Z$/) },
    ]);
    expect((await other.get(`/api/${PASSKEYS}`)).body).toEqual([]);
  });

  it.each<[string, PasskeyGiven]>([
    ['made for another site', { origin: 'https://evil.example' }],
    ['made for another host', { rpId: 'evil.example' }],
    ['of a device without user verification', { verifiesUser: false }],
    ['of the other ceremony', { type: 'webauthn.get' }],
  ])('refuses one %s', async (_what, given) => {
    const { post, password, get } = await signedIn(stack);
    const { body: options } = await post(`${PASSKEYS}/options`, { password });
    const passkey = aPasskey(stack).make(options, given);
    expect((await post(PASSKEYS, { name: 'Laptop', passkey })).status).toBe(400);
    expect((await get(`/api/${PASSKEYS}`)).body).toEqual([]);
  });

  it('accepts a new passkey once, and only for the account of its challenge', async () => {
    const [member, other] = [await atBrowser(stack), await atBrowser(stack)];
    const passkey = aPasskey(stack);
    const { body: options } = await member.post(`${PASSKEYS}/options`, { password: member.password });
    const made = { name: 'Laptop', passkey: passkey.make(options) };
    expect((await other.post(PASSKEYS, made)).status).toBe(400);
    expect((await member.post(PASSKEYS, made)).status).toBe(200);
    expect((await member.post(PASSKEYS, made)).status).toBe(400);
    expect((await addPasskey(member, member.password, passkey)).status).toBe(409);
    expect((await addPasskey(other, other.password, passkey)).status).toBe(409);
  });

  it('is possible ten times per account', async () => {
    const { post, password, ...calls } = await withPasskey(stack);
    for (let more = 0; more < 9; more += 1)
      expect((await addPasskey({ post, ...calls }, password, aPasskey(stack))).status).toBe(200);
    expect((await post(`${PASSKEYS}/options`, { password })).status).toBe(409);
  });

  it.each([
    ['', 'A name of 1 to 60 characters is required'],
    ['   ', 'A name of 1 to 60 characters is required'],
    [7, 'A name of 1 to 60 characters is required'],
    ['x'.repeat(61), 'Please shorten this text'],
    ['My\u0000key', 'This text has hidden characters. Please type it again'],
  ])('refuses the name %j', async (name, message) => {
    const { post, password } = await signedIn(stack);
    const { body: options } = await post(`${PASSKEYS}/options`, { password });
    const { status, body } = await post(PASSKEYS, { name, passkey: aPasskey(stack).make(options) });
    expect({ status, fields: body.fields }).toEqual({
      status: 400,
      fields: { name: message },
    });
  });
});

describe('removing a passkey', () => {
  it('asks for the password again; afterwards the password is enough', async () => {
    const { post, get, id, email, password } = await withPasskey(stack);
    const [{ id: passkey }] = (await get(`/api/${PASSKEYS}`)).body;
    expect((await post(`${PASSKEYS}/${passkey}/remove`, { password: 'a long and wrong password' })).status).toBe(400);
    expect((await post(`${PASSKEYS}/${passkey}/remove`, { password })).body).toEqual({ success: true });
    expect((await get(`/api/${PASSKEYS}`)).body).toEqual([]);
    expect((await callsTo(stack).post('admin/login', { email, password })).status).toBe(200);
    expect(await auditOf(stack, id)).toEqual(
      expect.arrayContaining(['passkey added', 'passkey refused: password', 'passkey removed']),
    );
  });

  it.each(['0', '9999999999', 'x'])('answers 404 for the id %s and for a passkey of another account', async (id) => {
    const [{ post, password }, other] = [await withPasskey(stack), await withPasskey(stack)];
    expect((await post(`${PASSKEYS}/${id}/remove`, { password })).status).toBe(404);
    const [{ id: foreign }] = (await other.get(`/api/${PASSKEYS}`)).body;
    expect((await post(`${PASSKEYS}/${foreign}/remove`, { password })).status).toBe(404);
    expect((await other.get(`/api/${PASSKEYS}`)).body).toHaveLength(1);
  });
});
