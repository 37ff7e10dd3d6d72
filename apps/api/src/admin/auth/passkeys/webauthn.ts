import type { NewPasskey, PasskeyProof } from '@lampstand/contracts/back-office';
import type { StaffPasskey } from '../auth.entities.ts';

/** The WebAuthn relying party: browsers offer a passkey only on pages of this origin. */
export interface RelyingParty {
  /** The host name. */
  id: string;
  origin: string;
}

/** Loaded with the first passkey: it parses certificates of all kinds, in 700 KB of code. */
const library = () => import('@simplewebauthn/server');

const LOOPBACK = /^(127\.0\.0\.1|\[::1\])$/;

/** Passkeys are bound to names, never to IP addresses, so a loopback address becomes localhost. */
export function relyingPartyOf(siteUrl: string): RelyingParty {
  const url = new URL(siteUrl);
  if (LOOPBACK.test(url.hostname)) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}

/** Registration and authentication with WebAuthn: the options, and the verification of the response. */

/** ES256 and RS256: every authenticator supports one of them. */
const ALGORITHMS = [-7, -257];

interface CeremonyInput {
  party: RelyingParty;
  /** 256 random bits in base64url. */
  challenge: string;
  /** For the browser, in milliseconds. */
  timeout: number;
  /** The account's existing passkeys. */
  passkeys: StaffPasskey[];
}

type Verified = Pick<StaffPasskey, 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'backedUp'>;

/** The options of `navigator.credentials.create` as JSON. A second factor need not be discoverable. */
export const creationOptions = async (
  { party, challenge, timeout, passkeys }: CeremonyInput,
  product: string,
  member: { id: number; email: string },
) =>
  (await library()).generateRegistrationOptions({
    rpName: product,
    rpID: party.id,
    userID: bytesOf(Buffer.from(`staff ${member.id}`)),
    userName: member.email,
    userDisplayName: member.email,
    challenge: bytesOf(Buffer.from(challenge, 'base64url')),
    timeout,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
    excludeCredentials: passkeys.map(descriptorOf),
    supportedAlgorithmIDs: ALGORITHMS,
  });

/** The options of `navigator.credentials.get` as JSON. */
export const requestOptions = async ({ party, challenge, timeout, passkeys }: CeremonyInput) =>
  (await library()).generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(Buffer.from(challenge, 'base64url')),
    timeout,
    userVerification: 'required',
    allowCredentials: passkeys.map(descriptorOf),
  });

interface Challenged {
  challenge?: unknown;
}

/** The challenge that the response claims to answer. */
export function challengeOf({ response }: NewPasskey | PasskeyProof): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as Challenged;
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The passkey to store; undefined when challenge, origin or host is wrong, or the device did not verify its user. */
export async function verifiedPasskey(
  registration: NewPasskey,
  challenge: string,
  party: RelyingParty,
): Promise<Verified | undefined> {
  try {
    const { transports = [], attestationObject } = registration.response;
    if (await hasCertificates(attestationObject)) return undefined;
    const { verified, registrationInfo } = await (
      await library()
    ).verifyRegistrationResponse({
      response: { ...registration, response: { ...registration.response, transports }, clientExtensionResults: {} },
      ...expected(challenge, party),
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return undefined;
    const { credential, credentialBackedUp: backedUp } = registrationInfo;
    const { id: credentialId, publicKey, counter: signCount } = credential;
    return { credentialId, publicKey: Buffer.from(publicKey), signCount, transports, backedUp };
  } catch {
    return undefined;
  }
}

/**
 * The authenticator's new counter; undefined when the proof is forged, of another passkey, or repeats an old counter.
 */
export async function verifiedProof(
  assertion: PasskeyProof,
  challenge: string,
  party: RelyingParty,
  { credentialId, publicKey, signCount }: StaffPasskey,
): Promise<Pick<StaffPasskey, 'signCount' | 'backedUp'> | undefined> {
  try {
    const { verified, authenticationInfo } = await (
      await library()
    ).verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      ...expected(challenge, party),
      credential: { id: credentialId, publicKey: bytesOf(publicKey), counter: signCount },
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return verified ? { signCount: newCounter, backedUp: credentialBackedUp } : undefined;
  } catch {
    return undefined;
  }
}

const expected = (expectedChallenge: string, { id, origin }: RelyingParty) => ({
  expectedChallenge,
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: true,
});

/** We request no attestation. Verifying one would make the server call the revocation lists its certificates name. */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attested = decodeAttestationObject(bytesOf(Buffer.from(attestationObject, 'base64url')));
  const signedByItself = attested.get('fmt') === 'packed' && !attested.get('attStmt').get('x5c');
  return attested.get('fmt') !== 'none' && !signedByItself;
}

const descriptorOf = ({ credentialId: id, transports }: StaffPasskey) => ({ id, transports });
const bytesOf = (buffer: Buffer) => new Uint8Array(buffer);
