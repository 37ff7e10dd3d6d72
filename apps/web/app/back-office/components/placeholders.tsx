import type { ReactNode } from 'react';
import { Notice } from '../../components/notice.tsx';
import './placeholders.css';

/** What a page shows in place of its data. */
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

/** With `onClear` when a filter matches nothing. */
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
