import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyProof, Role } from '@lampstand/contracts/back-office';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { relyingPartyOf } from '../../apps/api/src/admin/auth/passkeys/webauthn.ts';
import type { Stack } from '../support/index.ts';
import { type Answer, type Calls, callsTo, keepingCookies } from './calls.ts';
import { aStaffMember, codeOf, cookiesOf, signedIn, type StaffGiven } from './staff.ts';

/** What an authenticator or a browser may send instead of the correct values. */
export interface PasskeyGiven {
  origin?: string;
  rpId?: string;
  /** The ceremony: `webauthn.create` or `webauthn.get`. */
  type?: string;
  /** Whether the device has verified its user by PIN, fingerprint or face. */
  verifiesUser?: boolean;
  /** The signature counter; by default one more than before. */
  count?: number;
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const BACKUP_ELIGIBLE_AND_BACKED_UP = 8 + 16;
const KEY_INCLUDED = 64;

/** A software authenticator with one P-256 key, in a browser at the stack's site. */
export function aPasskey({ url }: Pick<Stack, 'url'>, { backedUp = false, counts = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const party = relyingPartyOf(url);
  const id = randomBytes(32);
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const };
  let count = 0;

  function signed(challenge: string, expectedType: string, given: PasskeyGiven, included = Buffer.alloc(0)) {
    const { origin = party.origin, rpId = party.id, type = expectedType, verifiesUser = true } = given;
    count = given.count ?? (counts ? count + 1 : 0);
    const flags =
      USER_PRESENT +
      (verifiesUser ? USER_VERIFIED : 0) +
      (backedUp ? BACKUP_ELIGIBLE_AND_BACKED_UP : 0) +
      (included.length ? KEY_INCLUDED : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(count, 1);
    const data = Buffer.concat([sha256(Buffer.from(rpId)), head, included]);
    const client = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
    return { data, client };
  }

  return {
    id: credential.id,

    /** The result of `navigator.credentials.create` for the options of POST /api/admin/account/passkeys/options. */
    make({ challenge }: { challenge: string }, given: PasskeyGiven = {}): NewPasskey {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytesOf(x)],
          [-3, bytesOf(y)],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const included = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const { data, client } = signed(challenge, 'webauthn.create', given, included);
      const made = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(data)],
      ]);
      const attestationObject = base64url(isoCBOR.encode(made));
      return {
        ...credential,
        response: { clientDataJSON: base64url(client), attestationObject, transports: ['internal'] },
      };
    },

    /** The result of `navigator.credentials.get` for the `passkeyRequired` of a sign-in. */
    prove({ challenge }: { challenge: string }, given: PasskeyGiven = {}): PasskeyProof {
      const { data, client } = signed(challenge, 'webauthn.get', given);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
}

export type SoftPasskey = ReturnType<typeof aPasskey>;

/** Adds the passkey to the signed-in account. */
export async function addPasskey(calls: Calls, password: string, passkey: SoftPasskey): Promise<Answer> {
  const { body: options } = await calls.post('admin/account/passkeys/options', { password });
  return calls.post('admin/account/passkeys', { name: 'Office laptop', passkey: passkey.make(options) });
}

/** A signed-in member of staff with a cookie jar. */
export async function atBrowser(stack: Stack, role: Role = 'administrator', headers: Record<string, string> = {}) {
  const member = await signedIn(stack, role, headers);
  return { ...member, ...keepingCookies(stack, { ...headers, cookie: member.cookie }) };
}

/** A member of staff with a passkey, signed in at the browser that added it. */
export async function withPasskey(stack: Stack, given: StaffGiven = {}) {
  const member = await aStaffMember(stack, given);
  const { email, password, secret } = member;
  const totp = secret && codeOf(secret);
  const cookie = cookiesOf(await callsTo(stack).post('admin/login', { email, password, totp }));
  const [calls, passkey] = [keepingCookies(stack, { cookie }), aPasskey(stack)];
  const { status, text } = await addPasskey(calls, password, passkey);
  if (status !== 200) throw new Error(`The passkey was not added: ${status} ${text}`);
  return { ...member, passkey, ...calls };
}

/** Signs in with the password and the passkey's proof, which `given` may make invalid. */
export async function passkeySignIn(
  { post }: Calls,
  { email, password, passkey }: { email: string; password: string; passkey: SoftPasskey },
  given: PasskeyGiven = {},
): Promise<Answer> {
  const { body } = await post('admin/login', { email, password });
  return post('admin/login', { email, password, passkey: passkey.prove(body.passkeyRequired, given) });
}

const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array): string => Buffer.from(data).toString('base64url');
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
