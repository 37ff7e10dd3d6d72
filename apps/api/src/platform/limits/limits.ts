import { ERRORS } from '@lampstand/contracts';
import type { Prefix } from '../ip-address.ts';

/**
 * A rate limit: `points` per window of `seconds`. Limits per address stop scripts, but not 200 pastors who sign up behind
 * one address; limits `Overall` stop attackers with many networks. What they count is in docs/security.md.
 */
export interface Limit {
  points: number;
  seconds: number;
  /** A rule of the domain, which LIMITS=off does not switch off. */
  always?: true;
  /** What replaces `points`: a setting, or the number of codes that staff have set for unverified visitors. */
  setting?: 'CODES_PER_DAY' | 'UNPROVEN_CODES';
  /** The part of the setting that one key may use. */
  share?: number;
  /** Counts each address for itself (a /64 of IPv6 counts as one), or each network (`networkOf`). */
  per?: 'address' | Prefix;
  /** The last points are for networks (/48 or IPv4 /24) that have used none of this key. */
  kept?: number;
  /** What to do instead, where that is more than to wait. */
  refusal?: string;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const table = {
  lookupsPerAddress: { points: 600, seconds: 10 * MINUTE, per: 'address' },
  lookupsOverall: { points: 6000, seconds: 10 * MINUTE },
  signupsPerAddress: { points: 400, seconds: HOUR, per: 'address' },
  codesPerAddress: { points: 600, seconds: HOUR, per: 'address' },
  checksPerAddress: { points: 1200, seconds: HOUR, per: 'address' },
  linksPerAddress: { points: 400, seconds: HOUR, per: 'address' },
  cardsPerAddress: { points: 600, seconds: HOUR, per: 'address' },
  applicationsPerAddress: { points: 400, seconds: HOUR, per: 'address' },
  trialRequestsPerAddress: { points: 400, seconds: HOUR, per: 'address' },
  newsletterPerAddress: { points: 400, seconds: HOUR, per: 'address' },
  loginsPerAddress: { points: 100, seconds: 15 * MINUTE, per: 'address' },
  loginsPerDevice: { points: 20, seconds: 15 * MINUTE },
  loginsPerAccount: { points: 40, seconds: HOUR },
  loginsOverall: { points: 3000, seconds: 15 * MINUTE },
  loginsPerStranger: { points: 10, seconds: 15 * MINUTE, per: 'address' },
  authenticatorTriesPerAccount: { points: 20, seconds: 15 * MINUTE },
  ownPasswordsPerAccount: { points: 20, seconds: 15 * MINUTE },
  passwordLinksPerAccount: { points: 5, seconds: DAY },
  databaseUnlocksPerAddress: { points: 10, seconds: 15 * MINUTE, per: 'address' },
  databaseUnlocksOverall: { points: 100, seconds: 15 * MINUTE },
  searchesPerSupport: { points: 300, seconds: HOUR },
  searchesPerAdministrator: { points: 2000, seconds: HOUR },
  listRowsPerSupport: { points: 20_000, seconds: HOUR },
  listRowsPerAdministrator: { points: 200_000, seconds: HOUR },
  revealsPerSupport: { points: 100, seconds: HOUR },
  revealsPerAdministrator: { points: 1000, seconds: HOUR },
  planLinksPerAddress: { points: 10, seconds: 10 * MINUTE, per: 'address' },
  callsPerAddress: { points: 6000, seconds: 10 * MINUTE, per: 'address' },
  missesPerAddress: { points: 30, seconds: 10 * MINUTE, per: 'address' },
  cspReportsOverall: { points: 120, seconds: MINUTE },
  missesOverall: { points: 1200, seconds: MINUTE },
  /** Codes sent and never entered, to one exchange: from one network, and from all of them. */
  unprovenCodesPerPrefixAndAddress: { points: 20, seconds: HOUR, per: 'address' },
  unprovenCodesPerPrefix: { points: 100, seconds: HOUR },
  /** The same for all numbers: the lane of unverified visitors, and how much of it one network can use. */
  unprovenCodesPerAddress: { points: 600, seconds: DAY, setting: 'UNPROVEN_CODES', share: 0.2, per: 'address' },
  unprovenCodesPer56: { points: 750, seconds: DAY, setting: 'UNPROVEN_CODES', share: 0.25, per: 56 },
  unprovenCodesPer48: { points: 900, seconds: DAY, setting: 'UNPROVEN_CODES', share: 0.3, per: 48 },
  unprovenCodesOverall: { points: 3000, seconds: DAY, setting: 'UNPROVEN_CODES' },
  /** Of visitors who have proven a mailbox, which costs an attacker with a domain little: five for each of 200 pastors in one room. */
  provenCodesPer48: {
    points: 1500,
    seconds: DAY,
    setting: 'CODES_PER_DAY',
    share: 0.3,
    per: 48,
    refusal: ERRORS.codesAllSent,
  },
  /** The lane after a proof of work. What these two lanes leave of the day is for proven visitors. */
  workedCodesPerPrefix: { points: 20, seconds: HOUR },
  workedCodesPer48: { points: 250, seconds: DAY, setting: 'CODES_PER_DAY', share: 0.05, per: 48 },
  workedCodesOverall: { points: 1000, seconds: DAY, setting: 'CODES_PER_DAY', share: 0.2 },
  usesPerChallenge: { points: 1, seconds: 20 * MINUTE, always: true },
  codesOverall: { points: 5000, seconds: DAY, setting: 'CODES_PER_DAY', refusal: ERRORS.codesAllSent },
  codesPerPhone: { points: 5, seconds: DAY, always: true, kept: 1, refusal: ERRORS.codesUsedUp },
  /** Of the five checks that the provider allows for one code of a phone; two are left for other networks. */
  triesPerCodeAndNetwork: { points: 3, seconds: 10 * MINUTE, per: 48, always: true },
  phonesPerTrial: { points: 3, seconds: DAY, always: true },
  declinesPerTrial: { points: 10, seconds: DAY, always: true },
  linksInARowPerTrial: { points: 1, seconds: 30, always: true, refusal: ERRORS.linkJustSent },
  linksPerTrial: { points: 5, seconds: DAY, always: true },
  emailsPerTrial: { points: 2, seconds: DAY, always: true },
  supportCodesPerPhone: { points: 5, seconds: DAY, always: true },
  supportLinksPerTrial: { points: 10, seconds: DAY, always: true },
  supportCorrectionsPerTrial: { points: 10, seconds: DAY, always: true },
  applicationMailsPerEmail: { points: 3, seconds: DAY, always: true },
  newsletterMailsPerEmail: { points: 3, seconds: DAY, always: true },
  /** To the owner of an address that a sign-up could not have, because an account has it. */
  takenMailsPerEmail: { points: 1, seconds: DAY, always: true },
  unprovenMailsPerEmail: { points: 3, seconds: DAY, always: true, refusal: ERRORS.linksUsedUp },
  /** What the browser of a sign-up asks for itself, apart from what strangers cause for the same mailbox. */
  ownLinksPerEmail: { points: 3, seconds: DAY, always: true, kept: 1, refusal: ERRORS.linksUsedUp },
  ownLinksPerDomain: { points: 200, seconds: DAY, refusal: ERRORS.linksUsedUp },
  unprovenMailsPerDomain: { points: 200, seconds: DAY, refusal: ERRORS.linksUsedUp },
  unprovenMailsPer56: { points: 750, seconds: DAY, per: 56, refusal: ERRORS.linksUsedUp },
  unprovenMailsPer48: { points: 1500, seconds: DAY, per: 48, refusal: ERRORS.linksUsedUp },
  unprovenMailsOverall: { points: 15_000, seconds: DAY, refusal: ERRORS.linksUsedUp },
  provenMailsPerEmail: { points: 10, seconds: DAY, always: true, refusal: ERRORS.linksUsedUp },
  supportMailsPerEmail: { points: 10, seconds: DAY, always: true },
  planMailsPerEmail: { points: 3, seconds: DAY, always: true, refusal: ERRORS.linksUsedUp },
  /** The link to confirm a second address for receipts. */
  receiptsMailsPerEmail: { points: 3, seconds: DAY, always: true, refusal: ERRORS.linksUsedUp },
  invoiceRetriesPerSubscription: { points: 10, seconds: DAY, always: true },
  planReadsPerSubscription: { points: 600, seconds: HOUR, always: true },
  planChangesPerSubscription: { points: 30, seconds: DAY, always: true },
  planCardPagesPerSubscription: { points: 10, seconds: HOUR, always: true },
} satisfies Record<string, Limit>;

/** The rules of Twilio Verify for one code, whose life starts with the first sending. By the Clock; LIMITS=off does not apply. */
export const CODE_RULES = {
  lifeMinutes: 10,
  tries: 5,
  /** Wait after the first, the second and every later sending. */
  cooldownSeconds: [30, 60, 120],
} as const;

export type LimitName = keyof typeof table;
/** The limits that need no key beside the address of the request. */
export type AddressLimit = {
  [Name in LimitName]: (typeof table)[Name] extends { per: 'address' | Prefix } ? Name : never;
}[LimitName];
export const LIMITS: Record<LimitName, Limit> = table;

/** The share of CODES_PER_DAY for unverified visitors, unless staff set a number. */
export const UNPROVEN_SHARE = 0.6;
