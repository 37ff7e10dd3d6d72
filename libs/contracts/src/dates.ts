import * as z from 'zod/mini';
import { isCivilDate, isInstant } from './civil-date.ts';

export const civilDate = (message: string) => z.string(message).check(z.refine(isCivilDate, message));

/** An instant such as 2026-11-20T12:00:00Z. */
export const instant = (message: string) => z.iso.datetime(message).check(z.refine(isInstant, message));
