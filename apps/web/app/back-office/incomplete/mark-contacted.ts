import type { RepairName } from '@lampstand/contracts/back-office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '../../lib/api.ts';

export const INCOMPLETE = '/api/incomplete-trials/json';
const MARK: RepairName = 'mark-contacted';

/** Notes that somebody has been in touch. */
export function useMarkContacted(id: number) {
  const queries = useQueryClient();
  const marking = useMutation({
    mutationFn: () => post(`/api/admin/trials/${id}/${MARK}`, {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: [INCOMPLETE] }),
  });
  return { failed: marking.isError, pending: marking.isPending, mark: () => marking.mutate() };
}
