import type { ReactNode } from 'react';
import './phone.css';

/** The frame of the student app; its size never depends on what it shows. */
export const Phone = ({ tabs, children }: { tabs: ReactNode; children: ReactNode }) => (
  <div className="phone demo-surface">
    <div className="phone-top" aria-hidden="true">
      7:42
    </div>
    {tabs}
    {children}
  </div>
);
