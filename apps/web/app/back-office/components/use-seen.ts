import { useState } from 'react';
import { queryClient } from '../../lib/query-client.ts';

/**
 * The tag of what a dialog showed when it was opened, for `ifMatch`. `current` is that of what is read now; `readAgain`, for after a
 * refusal, reads everything that is shown and begins anew.
 */
export function useSeen(current: string | undefined) {
  const [seen, setSeen] = useState(current);
  if (seen === undefined && current !== undefined) setSeen(current);
  const readAgain = async () => {
    await queryClient.invalidateQueries();
    setSeen(undefined);
  };
  return { seen, readAgain };
}
