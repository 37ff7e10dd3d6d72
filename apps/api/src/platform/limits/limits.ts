/**
 * Every limit of the product in one place, shared by all replicas (one table in PostgreSQL, windows in real time).
 * Per address they stop a script, not a room where 200 pastors sign up behind one address. `always` marks rules of
 * the domain, which LIMITS=off does not lift. `set` names the setting that replaces the points.
 */
export interface Limit {
  points: number;
  seconds: number;
  always?: true;
  set?: 'CODES_PER_DAY' | 'CODES_PER_PREFIX';
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const table = {
  lookupsPerAddress: { points: 600, seconds: 10 * MINUTE },
  signupsPerAddress: { points: 400, seconds: HOUR },
  codesPerAddress: { points: 600, seconds: HOUR },
  checksPerAddress: { points: 1200, seconds: HOUR },
  cardsPerAddress: { points: 600, seconds: HOUR },
  applicationsPerAddress: { points: 400, seconds: HOUR },
  trialRequestsPerAddress: { points: 400, seconds: HOUR },
  newsletterPerAddress: { points: 400, seconds: HOUR },
  loginsPerAddress: { points: 100, seconds: 15 * MINUTE },
  loginsPerDevice: { points: 20, seconds: 15 * MINUTE },
  loginsPerAccount: { points: 40, seconds: HOUR },
  loginsPerStranger: { points: 10, seconds: 15 * MINUTE },
  authenticatorTriesPerAccount: { points: 20, seconds: 15 * MINUTE },
  databaseUnlocksPerAddress: { points: 10, seconds: 15 * MINUTE },
  searchesPerSupport: { points: 300, seconds: HOUR },
  searchesPerAdministrator: { points: 2000, seconds: HOUR },
  listRowsPerSupport: { points: 20_000, seconds: HOUR },
  listRowsPerAdministrator: { points: 200_000, seconds: HOUR },
  revealsPerSupport: { points: 100, seconds: HOUR },
  revealsPerAdministrator: { points: 1000, seconds: HOUR },
  planLinksPerAddress: { points: 10, seconds: 10 * MINUTE },
  callsPerAddress: { points: 6000, seconds: 10 * MINUTE },
  missesPerAddress: { points: 30, seconds: 10 * MINUTE },
  missesOverall: { points: 1200, seconds: MINUTE },
  codesPerPrefix: { points: 20, seconds: HOUR, set: 'CODES_PER_PREFIX' },
  codesOverall: { points: 5000, seconds: DAY, set: 'CODES_PER_DAY' },
  codesPerPhone: { points: 5, seconds: DAY, always: true },
  phonesPerTrial: { points: 3, seconds: DAY, always: true },
  declinesPerTrial: { points: 10, seconds: DAY, always: true },
  linksPerTrial: { points: 5, seconds: DAY, always: true },
  emailsPerTrial: { points: 5, seconds: DAY, always: true },
  supportCodesPerPhone: { points: 5, seconds: DAY, always: true },
  supportLinksPerTrial: { points: 10, seconds: DAY, always: true },
  supportCorrectionsPerTrial: { points: 10, seconds: DAY, always: true },
  applicationMailsPerEmail: { points: 3, seconds: DAY, always: true },
  newsletterMailsPerEmail: { points: 3, seconds: DAY, always: true },
  planMailsPerEmail: { points: 3, seconds: DAY, always: true },
} satisfies Record<string, Limit>;

/** What one code bears, as Twilio Verify keeps it: it lives from its first sending. By the Clock, and never lifted. */
export const CODE = {
  lifeMinutes: 10,
  tries: 5,
  /** To wait after the first, the second and every further sending. */
  cooldownSeconds: [30, 60, 120],
} as const;

export type LimitName = keyof typeof table;
export const LIMITS: Record<LimitName, Limit> = table;
