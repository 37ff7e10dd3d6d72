import type { StoredCard } from './answers.ts';

export const brandName = (brand: string): string =>
  brand === 'amex' ? 'American Express' : brand.replace(/^./, (c) => c.toUpperCase());

/** "Visa ending 4242", for sentences. */
export const cardEnding = ({ brand, last4 }: StoredCard): string => `${brandName(brand)} ending ${last4}`;
