import { phoneQuestion } from '@lampstand/contracts';
import { useRef } from 'react';

/** What to ask about a phone number that cannot exist: once, since the person may know better. */
export function usePhoneQuestion() {
  const asked = useRef<string>(undefined);
  return (digits: string): string | undefined => {
    if (asked.current === digits) return undefined;
    asked.current = digits;
    return phoneQuestion(digits);
  };
}
