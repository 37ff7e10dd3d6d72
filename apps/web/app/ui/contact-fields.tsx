import type { ComponentProps } from 'react';
import { TextField } from './field.tsx';
import { formatAsTyped } from './phone-input.ts';

type Props = ComponentProps<typeof TextField>;

export const EmailField = (props: Props) => (
  <TextField type="email" inputMode="email" autoComplete="email" {...props} />
);

/** Formatted while it is typed. */
export const PhoneField = ({ onChange, ...props }: Props) => (
  <TextField
    type="tel"
    inputMode="tel"
    autoComplete="tel"
    placeholder="(555) 123-4567"
    {...props}
    onChange={(event) => {
      formatAsTyped(event.target);
      return onChange?.(event);
    }}
  />
);
