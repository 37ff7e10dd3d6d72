import type { SavedTrialSignup } from '@lampstand/contracts';
import type { TrialEvent } from '@lampstand/workflows';

/** A saved sign-up as its screens see it. */
export interface TrialSession {
  trialId: number;
  trial: SavedTrialSignup;
  /** Reached by its link, rather than in one go. */
  resumed: boolean;
  /** Moves the local replica of the chart, once the server has accepted the fact. */
  advance: (event: TrialEvent['type']) => void;
  /** Reads the trial again and follows it to the screen it stands at. */
  follow: () => Promise<void>;
  /** The stored card turned out unusable: back to the card form, with the reason. */
  loseCard: (reason: string) => void;
  cardLost: string | undefined;
}
