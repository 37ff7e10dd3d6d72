import type { NewPasskey, PasskeyProof, PasskeyRequest } from '@lampstand/contracts/back-office';
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { ask, post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

export const PASSKEYS = '/api/admin/account/passkeys';

/** Asks the device for a new passkey and stores it. Throws ApiError and PasskeyUnavailable. */
export async function addPasskey({ name, password }: { name: string; password: string }): Promise<void> {
  const options = await ask<PublicKeyCredentialCreationOptionsJSON>(`${PASSKEYS}/options`, { password });
  const passkey: NewPasskey = await createPasskey(options);
  await post(PASSKEYS, { name, passkey });
  await refreshPasskeys();
}

export async function removePasskey(id: number, password: string): Promise<void> {
  await post(`${PASSKEYS}/${id}/remove`, { password });
  await refreshPasskeys();
}

export const refreshPasskeys = () => queryClient.invalidateQueries({ queryKey: [PASSKEYS] });

/** The browser's dialog ended without a passkey. The message is for the user: why, and what to do. */
export class PasskeyUnavailable extends Error {}

/** Why this page cannot use passkeys, or undefined. */
export function passkeyObstacle(): string | undefined {
  const { hostname, port, protocol } = window.location;
  if (/^[\d.]+$|^\[/.test(hostname)) {
    const name = hostname === '127.0.0.1' ? `${protocol}//localhost:${port}` : 'the name of this site';
    return `Passkeys do not work at an IP address. Open this page at ${name} instead.`;
  }
  return browserSupportsWebAuthn() ? undefined : 'This browser does not know passkeys. Use another one.';
}

const createPasskey = (optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<NewPasskey> =>
  runCeremony(() => startRegistration({ optionsJSON }));

/** Asks the device to prove a passkey. Throws PasskeyUnavailable. */
export const provePasskey = (optionsJSON: PasskeyRequest): Promise<PasskeyProof> =>
  runCeremony(() => startAuthentication({ optionsJSON }));

async function runCeremony<Result>(ceremony: () => Promise<Result>): Promise<Result> {
  const obstacle = passkeyObstacle();
  if (obstacle) throw new PasskeyUnavailable(obstacle);
  try {
    return await ceremony();
  } catch (error) {
    throw new PasskeyUnavailable(reasonOf(error), { cause: error });
  }
}

/** Browsers report a refusal, a timeout and a missing device as one error, to reveal nothing about the device. */
function reasonOf(error: unknown): string {
  const code = error instanceof WebAuthnError ? error.code : undefined;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has a passkey for your account already.';
  if (code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')
    return 'This device cannot check that it is you. Set a PIN, a fingerprint or your face on it, or use another one.';
  return 'The device gave no passkey: it was canceled, took too long, or the passkey is on another device.';
}
