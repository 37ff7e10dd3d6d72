import { useRef, useState } from 'react';
import './copy-button.css';

interface Props {
  text: string;
  /** Follows the label for screen readers: "Copy the SHA-256". */
  what: string;
  label?: string;
}

const RESULTS = { copied: 'Copied', failed: 'Not copied' } as const;
const SHOWN_MS = 3000;

export function CopyButton({ text, what, label = 'Copy' }: Props) {
  const [result, setResult] = useState<keyof typeof RESULTS>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async () => {
    const outcome = await navigator.clipboard.writeText(text).then(
      () => 'copied' as const,
      () => 'failed' as const,
    );
    setResult(outcome);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setResult(undefined), SHOWN_MS);
  };
  return (
    <button type="button" className="copy" title={text} onClick={() => void copy()}>
      <span aria-live="polite">{result ? RESULTS[result] : label}</span>
      <span className="unseen"> {what}</span>
    </button>
  );
}
