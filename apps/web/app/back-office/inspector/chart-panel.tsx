import type { ReactNode } from 'react';

/** The charts, closed at first. */
export const ChartPanel = ({ children }: { children: ReactNode }) => (
  <details className="panel chart-panel">
    <summary>On the chart</summary>
    <div className="charts">{children}</div>
  </details>
);
