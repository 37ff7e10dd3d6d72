import * as z from 'zod/mini';
import { linkTokenBody, newsletterBody } from './applications.ts';
import type { StoredCard } from './answers.ts';
import { FIELD_MESSAGES } from './messages.ts';
import { TIER_IDS, type TierId } from './plans.ts';

/** Self-service behind a signed link: /plan?token=… Each call carries the token in its body, where no log keeps it. */

/** POST /api/plan, /api/plan/cancel, /api/plan/keep, /api/plan/card: 410 `{linkOver: true}` for an expired or forged token. */
export const planTokenBody = linkTokenBody;

/** POST /api/plan/change */
export const planChangeBody = z.extend(linkTokenBody, { selectedPlan: z.enum(TIER_IDS, FIELD_MESSAGES.invalid) });
export type PlanChangeBody = z.infer<typeof planChangeBody>;

/** POST /api/plan/link: 202, the same for every address. */
export const planLinkBody = newsletterBody;

/** Somebody's plan as the page shows it. Instants are ISO 8601 in UTC. */
export interface PlanView {
  firstName: string;
  plan: TierId;
  status: 'trialing' | 'active' | 'pastDue' | 'unpaid' | 'canceled';
  trialEndsAt: string;
  /** When the next payment is due, or what was paid for ends. */
  periodEndsAt: string;
  /** Set when it was cancelled and runs until then. */
  cancelAt: string | null;
  card: StoredCard | null;
  /** An invoice that waits for a card that works. */
  openInvoice: { amountInCents: number; url: string } | null;
  /** More people were active in a month than the plan is for: what would fit from the next one on. */
  upgrade: PlanUpgrade | null;
}

/** Asked for when a month closes over the plan; nothing changes unless POST /api/plan/upgrade accepts it. */
export interface PlanUpgrade {
  plan: TierId;
  activeUsers: number;
  /** The month it is about, up to this instant. */
  closedAt: string;
  /** Accepted: billed from the next month on. */
  accepted: boolean;
}

/** POST /api/plan/card: the payment provider's page for changing the card. */
export interface CardPageAnswer {
  success: true;
  url: string;
}
