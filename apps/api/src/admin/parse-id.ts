import { trialId } from '@lampstand/contracts';
import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { AppError } from '../platform/http/errors.ts';

/** The id in an address. What cannot be one is simply not found. */
export function parseId(text: string, missing: string = ADMIN_ERRORS.noSuchTrial): number {
  const parsed = trialId.safeParse(text);
  if (!parsed.success) throw new AppError(404, missing);
  return parsed.data;
}
