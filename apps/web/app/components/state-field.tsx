import { US_STATES } from '@lampstand/contracts';
import { type ComponentProps, useRef } from 'react';
import { SelectField } from './field.tsx';

/** The states. Browsers look for what is typed among the names: this list knows the codes, too. */
export function StateField(props: Omit<ComponentProps<typeof SelectField>, 'choices'>) {
  const typed = useRef(NOTHING_TYPED);
  const pick = (list: HTMLSelectElement) => {
    const { text } = typed.current;
    if (list.value === text || !US_STATES.some(({ value }) => value === text)) return;
    list.value = text;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  };
  return (
    <SelectField
      autoComplete="address-level1"
      {...props}
      choices={US_STATES}
      onKeyDown={({ key, timeStamp, currentTarget }) => {
        if (key === 'Tab') {
          pick(currentTarget);
          typed.current = NOTHING_TYPED;
        }
        if (key.length > 1) return;
        const { text, at } = typed.current;
        typed.current = { text: (timeStamp - at < TYPED_AS_ONE_MS ? text : '') + key.toUpperCase(), at: timeStamp };
      }}
      // After the browser has looked among the names.
      onKeyUp={({ key, currentTarget }) => key.length === 1 && pick(currentTarget)}
    />
  );
}

const NOTHING_TYPED = { text: '', at: 0 };
/** As browsers count it for what is typed into a list. */
const TYPED_AS_ONE_MS = 1000;
