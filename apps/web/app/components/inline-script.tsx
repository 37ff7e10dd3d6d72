import { createContext, useContext } from 'react';

/** The nonce of the page's policy; undefined where the policy has hashes. */
export const Nonce = createContext<string | undefined>(undefined);

interface Props {
  /** Of the minified script. */
  code: string;
  /** React's scripts wait for this one. */
  late?: true;
}

/** A script in the page. React finds another text and nonce than it renders: its scripts do not carry the text (`minified`), and browsers hide the nonce. */
export const InlineScript = ({ code, late }: Props) => (
  <script
    nonce={useContext(Nonce)}
    data-late={late && ''}
    suppressHydrationWarning
    dangerouslySetInnerHTML={{ __html: code }}
  />
);
