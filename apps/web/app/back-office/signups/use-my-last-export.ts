import type { ExportRow } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { LEDGER } from '../download/use-download.ts';
import { useStaff } from '../frame/staff.ts';

const SOON_MS = 500;

/** When this member of staff last took the sign-ups out of the house; undefined when never. */
export function useMyLastExport(enabled: boolean): string | undefined {
  const { email } = useStaff();
  const isMineAndRunning = ({ by, outcome }: ExportRow) => by === email && outcome === 'running';
  const { data } = useQuery({
    queryKey: [LEDGER, 'recent'],
    queryFn: () => call<ExportRow[]>('GET', `${LEDGER}?limit=500`),
    enabled,
    // The file is here an instant before its line in the ledger is closed.
    refetchInterval: ({ state }) => (state.data?.some(isMineAndRunning) ? SOON_MS : false),
  });
  return data?.find(({ by, list, outcome }) => by === email && list === 'trial-signups' && outcome === 'complete')?.at;
}
