import { randomBytes, randomInt } from 'node:crypto';

/** Ten digits nobody else has, of area codes of the United States; the sandbox keeps its magic numbers in another one. */
export const aPhone = (): string => `${randomInt(212, 220)}${randomInt(2_000_000, 9_999_999)}`;

export const anEmail = (name = 'pastor'): string => `${name}.${randomBytes(6).toString('hex')}@church.example`;

export const aKey = (): string => randomBytes(12).toString('hex');
