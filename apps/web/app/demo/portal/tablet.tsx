import type { ReactNode } from 'react';
import { CHURCH } from '../sample-data.ts';
import './tablet.css';

/** The frame of the pastor portal; its size never depends on what it shows. */
export const Tablet = ({ tabs, children }: { tabs: ReactNode; children: ReactNode }) => (
  <div className="tablet demo-surface">
    <p className="tablet-top">{CHURCH}, youth</p>
    {tabs}
    {children}
  </div>
);
