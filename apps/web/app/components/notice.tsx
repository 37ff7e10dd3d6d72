import type { Toast } from '@lampstand/contracts';
import { type ReactNode, useCallback, useState } from 'react';
import { useErrorInTitle } from '../lib/title.ts';
import { MemberHelp, SupportText } from './text-links.tsx';
import { showToast } from './toast-store.ts';
import styles from './notice.module.css';

interface NoticeProps {
  title?: string;
  tone?: 'bad' | 'good';
  /** Announced as soon as it is shown. */
  alert?: true;
  children?: ReactNode;
}

/** A message that stays on the page, in contrast to a toast. */
export function Notice({ title, tone, alert, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone ?? 'plain'} role={alert ? 'alert' : undefined}>
      {title && <strong>{title}</strong>}
      {children}
    </div>
  );
}

export interface Failure {
  toast: Toast | undefined;
  cause: string | undefined;
  /** Shows the toast and keeps it for a FailureNotice, which announces it, with its cause in place of the description. */
  fail: (toast: Toast, cause?: string) => void;
  clear: () => void;
}

/** The last failure of a form or step. */
export function useFailure(first?: Toast): Failure {
  const [failed, setFailed] = useState<{ toast: Toast; cause?: string | undefined } | undefined>(
    first && { toast: first },
  );
  const fail = useCallback((toast: Toast, cause?: string) => {
    setFailed({ toast, cause });
    showToast({ ...toast, silent: true });
  }, []);
  const clear = useCallback(() => setFailed(undefined), []);
  return { toast: failed?.toast, cause: failed?.cause, fail, clear };
}

export function FailureNotice({ failure, children }: { failure: Failure; children?: ReactNode }) {
  const { toast, cause } = failure;
  useErrorInTitle(Boolean(toast));
  if (!toast) return null;
  const text = cause ?? toast.description;
  return (
    <Notice alert tone="bad" title={toast.title}>
      {text && (
        <p>
          <SupportText>{text}</SupportText>
        </p>
      )}
      {toast.member && <MemberHelp />}
      {children}
    </Notice>
  );
}
