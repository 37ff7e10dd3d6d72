import type { StoredCard } from '@lampstand/contracts';

const brandName = (brand: string) =>
  brand === 'amex' ? 'American Express' : brand.replace(/^./, (c) => c.toUpperCase());

/** "Visa •••• 4242" */
export const nameOfCard = ({ brand, last4 }: StoredCard) => `${brandName(brand)} •••• ${last4}`;
