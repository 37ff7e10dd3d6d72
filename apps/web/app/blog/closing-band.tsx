import '../styles/closing-band.css';
import type { ReactNode } from 'react';
import { Lamp } from '../site/logo.tsx';

/** The invitation at the end of what has been read. */
export const ClosingBand = (props: { heading: string; text: string; action: string; children?: ReactNode }) => (
  <section className="closing-band" aria-labelledby="closing">
    <div>
      <h2 id="closing">{props.heading}</h2>
      <p>{props.text}</p>
      <div className="row">
        <a className="button primary large" href="/trial">
          {props.action}
        </a>{' '}
        {props.children}
      </div>
    </div>
    <Lamp size={150} />
  </section>
);
