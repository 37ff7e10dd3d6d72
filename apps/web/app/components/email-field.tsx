import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { askAboutAddress, enterAddress } from './ask-about-address.ts';
import styles from './email-field.module.css';
import { TextField } from './field.tsx';

/** An email field that asks about an address that looks mistyped; one press corrects it. */
export function EmailField({ children, ...props }: ComponentProps<typeof TextField>) {
  const [meant, setMeant] = useState<string>();
  const status = useRef<HTMLParagraphElement>(null);
  const field = () => status.current?.closest('[data-field]')?.querySelector('input');
  useEffect(() => {
    const input = field();
    return input ? askAboutAddress(input, setMeant) : undefined;
  }, []);
  const correct = () => {
    const input = field();
    if (input && meant) enterAddress(input, meant);
  };
  return (
    <TextField type="email" inputMode="email" autoComplete="email" autoCapitalize="none" spellCheck={false} {...props}>
      <p ref={status} role="status" className={styles.suggestion}>
        {meant && (
          <span key={meant}>
            Did you mean{' '}
            <button type="button" className="link-button" onClick={correct}>
              {meant}
            </button>
            ?
          </span>
        )}
      </p>
      {children}
    </TextField>
  );
}
