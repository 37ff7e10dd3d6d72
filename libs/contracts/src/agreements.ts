/** What was agreed about money, or changed, on one day. */
export interface Agreement {
  /** ISO 8601 in UTC. */
  at: string;
  /** The day in ORG_TIME_ZONE: "November 26, 2026". */
  day: string;
  /** A sentence with its plan and amounts. */
  what: string;
  /** The text that the person saw at the press of a button, word for word, with its version; null where there was none. */
  text: { words: string; version: string } | null;
}
