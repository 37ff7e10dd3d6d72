import type { NewPasskey } from '@lampstand/contracts/back-office';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { createPasskey } from './ceremonies.ts';

export const PASSKEYS = '/api/admin/account/passkeys';

/** Asks the device for a new passkey and stores it. Throws ApiError, and NoPasskey when the device gave none. */
export async function addPasskey({ name, password }: { name: string; password: string }): Promise<void> {
  const options = await post<PublicKeyCredentialCreationOptionsJSON>(`${PASSKEYS}/options`, { password });
  const passkey: NewPasskey = await createPasskey(options);
  await post(PASSKEYS, { name, passkey });
  await readAgain();
}

export async function removePasskey(id: number, password: string): Promise<void> {
  await post(`${PASSKEYS}/${id}/remove`, { password });
  await readAgain();
}

export const readAgain = () => queryClient.invalidateQueries({ queryKey: [PASSKEYS] });
