import { civilDay, type PublicConfig } from '@lampstand/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

export const HOME_ZONE = 'America/Chicago';

export const useConfig = () => useQuery<PublicConfig>({ queryKey: ['/api/config'] });

/** The civil day that ages are counted on: the server's, and until it is known this device's. */
export function useToday(): string {
  const { data } = useConfig();
  const [here] = useState(() => civilDay(new Date(), HOME_ZONE));
  return data?.today ?? here;
}
