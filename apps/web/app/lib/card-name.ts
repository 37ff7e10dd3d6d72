import { brandName, type StoredCard } from '@lampstand/contracts';

/** "Visa •••• 4242" */
export const nameOfCard = ({ brand, last4 }: StoredCard) => `${brandName(brand)} •••• ${last4}`;
