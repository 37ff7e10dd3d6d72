import type { NewPasskey, PasskeyProof, PasskeyRequest } from '@lampstand/contracts/back-office';
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';

/** The browser's own dialog ended without a passkey; the message says why and what to do. */
export class NoPasskey extends Error {}

/** Why this page cannot ask for passkeys at all, or undefined. */
export function whyNoPasskeys(): string | undefined {
  const { hostname, port, protocol } = window.location;
  if (/^[\d.]+$|^\[/.test(hostname)) {
    const name = hostname === '127.0.0.1' ? `${protocol}//localhost:${port}` : 'the name of this site';
    return `Passkeys do not work at an IP address. Open this page at ${name} instead.`;
  }
  return browserSupportsWebAuthn() ? undefined : 'This browser does not know passkeys. Use another one.';
}

/** Asks the device for a new passkey. Throws NoPasskey. */
export const createPasskey = (optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<NewPasskey> =>
  asked(() => startRegistration({ optionsJSON }));

/** Asks the device for the proof of a passkey. Throws NoPasskey. */
export const provePasskey = (optionsJSON: PasskeyRequest): Promise<PasskeyProof> =>
  asked(() => startAuthentication({ optionsJSON }));

async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const why = whyNoPasskeys();
  if (why) throw new NoPasskey(why);
  try {
    return await ask();
  } catch (error) {
    throw new NoPasskey(reasonOf(error), { cause: error });
  }
}

/** Browsers tell little, so that pages learn nothing about a device: a refusal, a time-out and no device are the same. */
function reasonOf(error: unknown): string {
  const code = error instanceof WebAuthnError ? error.code : undefined;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has a passkey for your account already.';
  if (code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')
    return 'This device cannot check that it is you. Set a PIN, a fingerprint or your face on it, or use another one.';
  return 'The device gave no passkey: it was cancelled, took too long, or the passkey is on another device.';
}
