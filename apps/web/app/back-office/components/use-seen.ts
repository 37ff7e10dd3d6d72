import { useState } from 'react';
import { queryClient } from '../../lib/query-client.ts';

/**
 * The tag of what a dialog showed when it was opened, for `ifMatch`. `current` is that of what is read now. `readAgain`, for after a
 * refusal, reads everything that is shown; the next tag takes the place of the refused one. A mutation awaits it in a callback, so that
 * it stays pending until a press can send the new tag.
 */
export function useSeen(current: string | undefined) {
  const [seen, setSeen] = useState(current);
  const [isRefused, setIsRefused] = useState(false);
  if (current !== undefined && current !== seen && (isRefused || seen === undefined)) {
    setSeen(current);
    setIsRefused(false);
  }
  const readAgain = () => {
    setIsRefused(true);
    return queryClient.invalidateQueries();
  };
  return { seen, readAgain };
}
