import { createHash, randomBytes } from 'node:crypto';

/** A browser that saved the sign-up, or proved its phone, holds one of these in an httpOnly cookie. */
export const BROWSER_COOKIE = 'trial_signup';
const KEPT = 5;

export const newBrowserKey = (): string => randomBytes(32).toString('base64url');
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** The hashes to keep: the newest few, so a shared link does not collect browsers for ever. */
export const withKey = (hashes: string[], key: string): string[] => [...new Set([...hashes, hashOf(key)])].slice(-KEPT);
