import { queryClient } from '../../lib/query-client.ts';

export const ACCOUNT = '/api/admin/account';

export const refreshAccount = () => queryClient.invalidateQueries({ queryKey: [ACCOUNT] });
