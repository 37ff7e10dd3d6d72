import type { Toast } from '@lampstand/contracts';
import { type ReactNode, useState } from 'react';
import { showToast } from './toast-store.ts';
import '../styles/notice.css';

/** A message that stays on the page. A failed step shows one beside its toast, which is gone after seconds. */
export function Notice({ title, tone, children }: { title?: string; tone?: 'bad' | 'good'; children?: ReactNode }) {
  return (
    <div className={`notice ${tone ?? ''}`}>
      {title && <strong>{title}</strong>}
      {children}
    </div>
  );
}

export interface Failure {
  toast: Toast | undefined;
  cause: string | undefined;
  /** Shows the failure as a toast and keeps it for the page, with the cause when it is known. */
  fail: (toast: Toast, cause?: string) => void;
  clear: () => void;
}

export function useFailure(first?: Toast): Failure {
  const [failed, setFailed] = useState<{ toast: Toast; cause?: string | undefined } | undefined>(
    first && { toast: first },
  );
  return {
    toast: failed?.toast,
    cause: failed?.cause,
    fail: (toast, cause) => {
      setFailed({ toast, cause });
      showToast(toast);
    },
    clear: () => setFailed(undefined),
  };
}

export function FailureNotice({ failure, children }: { failure: Failure; children?: ReactNode }) {
  const { toast, cause } = failure;
  if (!toast) return null;
  return (
    <Notice tone="bad" title={toast.title}>
      {toast.description && <p>{toast.description}</p>}
      {cause && cause !== toast.description && <p>{cause}</p>}
      {children}
    </Notice>
  );
}
