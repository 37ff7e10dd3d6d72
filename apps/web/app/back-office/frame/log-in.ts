import type { AdminLoginBody, SecondFactorAsked } from '@lampstand/contracts/back-office';
import { isStatus, post } from '../../lib/api.ts';
import { provePasskey } from '../account/ceremonies.ts';

const LOGIN = '/api/admin/login';

/** What the account needs beside its password, as a refusal of the sign-in tells it. */
export const secondFactorOf = (error: unknown): SecondFactorAsked =>
  isStatus(error, 401) ? (error.body as SecondFactorAsked) : {};

/**
 * Signs in. Who has a passkey and typed no code is asked for the passkey, and it is sent with the same password;
 * `onAsked` hears first what would do. Throws ApiError and NoPasskey.
 */
export async function logIn(body: AdminLoginBody, onAsked: (asked: SecondFactorAsked) => void): Promise<boolean> {
  const send = (more?: Partial<AdminLoginBody>) => post<{ success: boolean }>(LOGIN, { ...body, ...more });
  const { success } = await send().catch(async (error: unknown) => {
    const asked = secondFactorOf(error);
    if (!asked.passkeyRequired || body.totp?.trim()) throw error;
    onAsked(asked);
    return send({ passkey: await provePasskey(asked.passkeyRequired) });
  });
  return success;
}
