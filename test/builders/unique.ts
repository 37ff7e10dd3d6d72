import { randomBytes, randomInt } from 'node:crypto';

/** Ten digits nobody else has. The area code stays below 500, where the sandbox keeps its magic numbers. */
export const aPhone = (): string => `${randomInt(201, 490)}${randomInt(2_000_000, 9_999_999)}`;

export const anEmail = (name = 'pastor'): string => `${name}.${randomBytes(6).toString('hex')}@church.example`;

export const aKey = (): string => randomBytes(12).toString('hex');
