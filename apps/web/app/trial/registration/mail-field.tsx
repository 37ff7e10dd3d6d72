import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { EmailField } from '../../components/field.tsx';
import styles from './mail-field.module.css';
import { intendedAddress } from './mail-domains.ts';

type Props = ComponentProps<typeof EmailField> & {
  /** Puts the suggested address into the field. */
  onReplace: (address: string) => void;
};

/** An email field that asks about an address that looks mistyped; one press corrects it. */
export function MailField({ onReplace, onBlur, onChange, ...props }: Props) {
  const [suggested, setSuggested] = useState<string>();
  const status = useRef<HTMLParagraphElement>(null);
  // An address can be typed before React takes over.
  useEffect(() => {
    const field = status.current?.closest('[data-field]')?.querySelector('input');
    if (field && field !== document.activeElement) setSuggested(intendedAddress(field.value));
  }, []);
  return (
    <EmailField
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
      {...props}
      onChange={(event) => {
        setSuggested(undefined);
        return onChange?.(event);
      }}
      onBlur={(event) => {
        setSuggested(intendedAddress(event.target.value));
        return onBlur?.(event);
      }}
    >
      <p ref={status} role="status" className={styles.suggestion}>
        {suggested && (
          <>
            Did you mean{' '}
            <button
              type="button"
              className="link-button"
              onClick={() => {
                onReplace(suggested);
                setSuggested(undefined);
              }}
            >
              {suggested}
            </button>
            ?
          </>
        )}
      </p>
    </EmailField>
  );
}
