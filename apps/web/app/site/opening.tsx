import type { ReactNode } from 'react';
import { Lamp } from './logo.tsx';

interface Props {
  label?: string;
  heading: string;
  intro: ReactNode;
  children?: ReactNode;
}

/** The head of a page: what it is, in one sentence and one paragraph. */
export function Opening({ label, heading, intro, children }: Props) {
  return (
    <header className="opening">
      {label && <p className="label">{label}</p>}
      <h1>{heading}</h1>
      <p className="lede quiet">{intro}</p>
      {children}
      <div className="opening-lamp">
        <Lamp size={150} />
      </div>
    </header>
  );
}
