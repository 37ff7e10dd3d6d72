import { type ComponentProps, useState } from 'react';
import { EmailField } from '../../components/field.tsx';
import { intendedAddress } from './mail-domains.ts';

type Props = ComponentProps<typeof EmailField> & {
  /** Puts the suggested address into the field. */
  onReplace: (address: string) => void;
};

/** An email field that asks about an address that looks mistyped; one press corrects it. */
export function MailField({ onReplace, onBlur, onChange, ...props }: Props) {
  const [suggested, setSuggested] = useState<string>();
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
      <p role="status" className="suggestion">
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
