import { ERRORS, trialId } from '@lampstand/contracts';
import { AppError } from '../platform/http/errors.ts';

/** The id in an address. What cannot be an id is simply not found. */
export function parseTrialId(text: string): number {
  const parsed = trialId.safeParse(text);
  if (!parsed.success) throw new AppError(404, ERRORS.trialNotFound);
  return parsed.data;
}
