import { createContext, useContext } from 'react';

/** The nonce of the page's policy; undefined where the policy has hashes. */
export const Nonce = createContext<string | undefined>(undefined);

interface Props {
  /** Of the minified script. */
  code: string;
}

/** A script in the page. React finds another text and nonce than it renders: its scripts do not carry the text (`minified`), and browsers hide the nonce. */
export const InlineScript = ({ code }: Props) => (
  <script nonce={useContext(Nonce)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
);
