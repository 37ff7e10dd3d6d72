import type { StoredCard } from './answers.ts';

export const brandName = (brand: string): string =>
  brand === 'amex' ? 'American Express' : brand.replace(/^./, (c) => c.toUpperCase());

/** "Visa ending 4242", for sentences. */
export const cardEnding = ({ brand, last4 }: StoredCard): string => `${brandName(brand)} ending ${last4}`;

/** Whether a card is no longer good on a day, YYYY-MM-DD, or at an instant. */
export const isExpiredOn = ({ expires }: StoredCard, day: string): boolean =>
  expires !== undefined && expires < day.slice(0, 7);
