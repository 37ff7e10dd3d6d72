import { describe, expect, it } from '@jest/globals';
import {
  addPasskey,
  aPasskey,
  atBrowser,
  auditOf,
  callsTo,
  type PasskeyGiven,
  signedIn,
  withPasskey,
} from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const PASSKEYS = 'admin/account/passkeys';

describe('adding a passkey', () => {
  it('asks for the password again', async () => {
    const { post, id } = await signedIn(stack);
    const answer = await post(`${PASSKEYS}/options`, { password: 'a long and wrong password' });
    expect(answer).toMatchObject({ status: 400, body: { fields: { password: 'This is not your password' } } });
    expect((await auditOf(stack, id)).at(-1)).toBe('passkey refused: password');
  });

  it('asks the browser for one of a device that is not known yet, and checks who holds it', async () => {
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

  it('is in the list, for its owner alone', async () => {
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
    ['of a device that has not checked who holds it', { verifiesUser: false }],
    ['of the other ceremony', { type: 'webauthn.get' }],
  ])('takes none %s', async (_what, given) => {
    const { post, password, get } = await signedIn(stack);
    const { body: options } = await post(`${PASSKEYS}/options`, { password });
    const passkey = aPasskey(stack).make(options, given);
    expect((await post(PASSKEYS, { name: 'Laptop', passkey })).status).toBe(400);
    expect((await get(`/api/${PASSKEYS}`)).body).toEqual([]);
  });

  it('takes what was made once, and the challenge of nobody else', async () => {
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

  it('takes ten, and no eleventh', async () => {
    const { post, password, ...calls } = await withPasskey(stack);
    for (let more = 0; more < 9; more += 1)
      expect((await addPasskey({ post, ...calls }, password, aPasskey(stack))).status).toBe(200);
    expect((await post(`${PASSKEYS}/options`, { password })).status).toBe(409);
  });

  it.each(['', '   ', 'x'.repeat(61), 7])('takes no %j for a name', async (name) => {
    const { post, password } = await signedIn(stack);
    const { body: options } = await post(`${PASSKEYS}/options`, { password });
    const { status, body } = await post(PASSKEYS, { name, passkey: aPasskey(stack).make(options) });
    expect({ status, fields: body.fields }).toEqual({
      status: 400,
      fields: { name: 'A name of 1 to 60 characters is required' },
    });
  });
});

describe('removing a passkey', () => {
  it('asks for the password again, and leaves the password alone enough', async () => {
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

  it.each(['0', '9999999999', 'x'])('finds none at %s, nor that of somebody else', async (id) => {
    const [{ post, password }, other] = [await withPasskey(stack), await withPasskey(stack)];
    expect((await post(`${PASSKEYS}/${id}/remove`, { password })).status).toBe(404);
    const [{ id: theirs }] = (await other.get(`/api/${PASSKEYS}`)).body;
    expect((await post(`${PASSKEYS}/${theirs}/remove`, { password })).status).toBe(404);
    expect((await other.get(`/api/${PASSKEYS}`)).body).toHaveLength(1);
  });
});
