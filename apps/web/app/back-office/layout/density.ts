import { useEffect, useState } from 'react';
import { localStore } from '../../lib/storage.ts';

/** Heights of a list's rows. */
export const DENSITIES = { comfortable: 'Comfortable', compact: 'Compact' } as const;
export type Density = keyof typeof DENSITIES;

const stored = localStore<Density>('density');

/** The density of lists, remembered in this browser. Style sheets read it as `data-density` of the root element. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState<Density>(() => stored.read() ?? 'comfortable');
  useEffect(() => void (document.documentElement.dataset['density'] = density), [density]);
  const choose = (chosen: Density) => {
    stored.write(chosen);
    setDensity(chosen);
  };
  return [density, choose];
}
