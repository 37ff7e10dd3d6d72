import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';

/** What stands in a list's place while there are no rows to show. */
export const Loading = ({ children }: { children: ReactNode }) => (
  <p className="list-state" role="status">
    <span className="spinner" aria-hidden="true" />
    {children}
  </p>
);

export const Failed = ({ children, onRetry }: { children: string; onRetry: () => void }) => (
  <div className="list-state" role="alert">
    <Notice tone="bad">
      <p>{children}</p>
      <button type="button" className="link-button" onClick={onRetry}>
        Try again
      </button>
    </Notice>
  </div>
);

/** Nothing at all, or nothing that matches: then with a way back to everything. */
export const Empty = ({ children, onClear }: { children: string; onClear?: () => void }) => (
  <div className="list-state" role="status">
    <p>{children}</p>
    {onClear && (
      <button type="button" className="button second compact" onClick={onClear}>
        Clear
      </button>
    )}
  </div>
);
